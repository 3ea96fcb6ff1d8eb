"""No two modules import each other, not even by way of others, and not even for their types alone."""

import grimp


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that lead back to each other (Tarjan's strongly connected components).

    >>> circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})
    [['b', 'c']]
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in imports[module]:
            if other not in order:
                visit(other)
            if other in path:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            group = path[path.index(module) :]
            del path[path.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in imports:
        if module not in order:
            visit(module)
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("spyring")
    assert (
        circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []
    )
