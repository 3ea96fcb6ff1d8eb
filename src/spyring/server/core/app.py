"""The ASGI application: HTTP in front of the services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from spyring import __version__
from spyring.engine.errors import SpyringError
from spyring.engine.i18n import Translate, _
from spyring.languages import translation
from spyring.server.core.http.addresses import HostCheck, TrustedProxies
from spyring.server.core.http.headers import HeadersAndJournal
from spyring.server.core.http.limits import BodyLimit, problem_response, rate_limiter_for
from spyring.server.core.http.routes import people, play, tables
from spyring.server.core.http.routing import API, FastAPIRoute, limited
from spyring.server.core.http.stream import OpenStreams
from spyring.server.core.http.visitors import language_of
from spyring.server.core.payloads import ProblemBody
from spyring.server.core.problems import Forbidden, NotFound, Problem, RateLimited, Refused
from spyring.server.core.services import Services
from spyring.server.core.settings import Settings


class Site(FastAPI):
    """An application with one middleware stack for every request. FastAPI would handle its own errors outside
    of all other middleware, and wrap every route in what only its own routes need (:class:`FastAPIRoute` has
    it).
    """

    def build_middleware_stack(self) -> ASGIApp:
        """The middleware, from the routes outwards. Headers and metrics are outermost, because every answer
        has them, even one to an unexpected error.
        """
        settings: Settings = self.state.settings
        services: Services = self.state.services
        handlers = dict(self.exception_handlers)
        unforeseen = handlers.pop(500, None)
        inside: ASGIApp = ExceptionMiddleware(self.router, handlers=handlers)
        inside = ServerErrorMiddleware(inside, handler=unforeseen)
        inside = BodyLimit(inside, settings.body_limit, settings.body_seconds)
        if settings.host_names:
            inside = HostCheck(inside, settings.host_names)
        if settings.proxies:
            inside = TrustedProxies(inside, settings.proxies)
        secure = settings.secure_cookies
        return HeadersAndJournal(inside, services.hooks.request_answered, secure, streams="/stream")


def create_app(services: Services) -> FastAPI:
    """A server: JSON under /api/v1, and /healthz; the packages of these services add their own."""
    settings = services.settings
    streams = OpenStreams(
        settings.most_streams,
        int(settings.most_streams_of_address * settings.rate_factor),
        settings.reading_seconds,
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await services.open()
        try:
            with streams.closed_by_signals():
                yield
        finally:
            await services.close()

    app = Site(
        title="Spyring",
        summary="Tables for games of espionage.",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,  # see _describe
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        # only our own code measures anything here
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.router.route_class = FastAPIRoute
    app.state.settings = settings
    app.state.services = services
    app.state.rate_limiter = rate_limiter_for(settings.rate_factor, services.database)
    app.state.streams = streams
    for module in (play, tables, people):
        add_routes(app, module.router)
    for package in services.packages:
        for router in package.routes:
            add_routes(app, router)
    _add_health(app, services)
    _add_refusals(app)
    _describe(app)
    return app


def add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add the routes of a module as they are, made once for all applications. Including a router would make a
    copy of each, and match every request twice.
    """
    app.router.routes.extend(router.routes)


def look_first(app: FastAPI, *paths: str) -> None:
    """Match these paths before all others: frequent requests need not try a hundred rare routes first."""
    app.router.routes.sort(key=lambda route: getattr(route, "path", "") not in paths)


def _add_health(app: FastAPI, services: Services) -> None:
    @app.get("/livez", include_in_schema=False)
    async def livez() -> Response:
        """Whether this worker answers at all; if not, restart it."""
        return PlainTextResponse("alive\n")

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        """Whether this worker can serve tables."""
        if await services.database.is_writable():
            return PlainTextResponse("ready\n")
        return PlainTextResponse("The database cannot store moves, so nobody can play.\n", 503)


def _add_refusals(app: FastAPI) -> None:
    """Every refusal is a problem+json with a sentence."""

    @app.exception_handler(Problem)
    async def refused(request: Request, problem: Problem) -> Response:
        headers = {"Retry-After": str(problem.wait)} if isinstance(problem, RateLimited) else {}
        return problem_response(problem.body(_reads(request)), headers)

    @app.exception_handler(SpyringError)
    async def impossible(request: Request, error: SpyringError) -> Response:
        return problem_response(Refused("impossible", "{reason}", reason=str(error)).body(_reads(request)))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
        problem = Refused("bad-request", _("{where}: {what}."), where=where, what=first["msg"])
        return problem_response(problem.body(_reads(request)))

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # FastAPI could not even parse it
            text = _("The request body must be JSON.")
            return problem_response(Problem("bad-request", text).body(_reads(request)))
        kind = {404: NotFound, 403: Forbidden}.get(error.status_code, NotFound)
        body = kind("no-page", _("There is nothing at this address.")).body(_reads(request))
        if error.status_code not in (403, 404):
            body = body.model_copy(update={"status": error.status_code, "title": str(error.detail)})
        return problem_response(body, error.headers)


def _reads(request: Request) -> Translate:
    return translation(language_of(request)).gettext


def _describe(app: FastAPI) -> None:
    """Complete the OpenAPI: the refusals that routes refer to, and the kinds of credentials."""
    make, making = app.openapi, asyncio.Lock()

    def openapi() -> dict[str, object]:
        if app.openapi_schema is None:
            schema = make()
            schemas = schema["components"]["schemas"]
            body = ProblemBody.model_json_schema(ref_template="#/components/schemas/{model}")
            for name, part in body.pop("$defs", {}).items():
                schemas.setdefault(name, part)
            schemas["ProblemBody"] = body
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            schema["components"]["securitySchemes"] = {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "spyring"},
                "token": {"type": "http", "scheme": "bearer"},
            }
            schema["security"] = [{}, {"cookie": []}, {"token": []}]
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]

    @app.get(f"{API}/openapi.json", include_in_schema=False, **limited("draw"))
    async def described() -> Response:
        """The OpenAPI; making it takes seconds, once."""
        async with making:
            schema = await asyncio.to_thread(app.openapi)
        return Response(orjson.dumps(schema), media_type="application/json")
