BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE boxes (
	game VARCHAR(40) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_boxes PRIMARY KEY (game)
);
CREATE TABLE browsers (
	"key" VARCHAR(64) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	endpoint TEXT NOT NULL, 
	p256dh VARCHAR(100) NOT NULL, 
	auth VARCHAR(40) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_browsers PRIMARY KEY ("key"), 
	CONSTRAINT fk_browsers_key FOREIGN KEY("key") REFERENCES keys (digest) ON DELETE CASCADE, 
	CONSTRAINT fk_browsers_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE "chat" (
	id INTEGER NOT NULL, 
	table_id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	seat INTEGER, 
	"to" VARCHAR(8) NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	mark VARCHAR(22) NOT NULL, about VARCHAR(200), 
	CONSTRAINT pk_chat PRIMARY KEY (id), 
	CONSTRAINT fk_chat_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_chat_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT uq_chat_mark UNIQUE (mark)
);
CREATE TABLE chronicles (
	table_id VARCHAR(22) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_chronicles PRIMARY KEY (table_id), 
	CONSTRAINT fk_chronicles_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE entries (
	table_id VARCHAR(22) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(4) NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR(200) NOT NULL, 
	noticed BIGINT NOT NULL, 
	barrier BOOLEAN NOT NULL, 
	at FLOAT NOT NULL, why TEXT, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',1,'move',1,'place roque-green 2.I',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',2,'move',0,'place roque-red 8.IV',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',3,'move',0,'peek 2.I',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',4,'move',1,'place elizabeth-green 5.III',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',5,'move',1,'peek 5.III',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',6,'move',0,'place elizabeth-red 1.II',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',7,'move',1,'place linda-x-green 1.III',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',8,'move',1,'peek 8.reward',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',9,'move',0,'place guedes-red 2.III',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',10,'move',0,'peek 8.reward',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',11,'move',1,'place guedes-green 1.I',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',12,'move',0,'place araujo-red 3.II',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',13,'move',1,'place hans-r-green 5.II',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',14,'move',0,'place hans-r-red 8.I',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',15,'move',1,'place araujo-green 2.II',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',16,'move',1,'peek 2.I',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',17,'move',0,'place linda-x-red 3.III',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',18,'move',1,'mark 3.III',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',19,'move',0,'mark 5.III',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('izUTEegCCA4bz4qQfza5dA',20,'move',0,'assassinate 3.II',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',1,'move',1,'play saving-souls',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',2,'move',2,'play the-alchemists-invoice',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',3,'move',3,'play keys-to-the-city-gate',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',4,'move',0,'play honest-scales',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',5,'move',1,'play black-death',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',6,'move',2,'play a-royal-charter',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',7,'move',3,'play chain-across-the-river',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',8,'move',0,'play the-night-watch',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',9,'move',0,'discard fire-at-the-customs-house',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',10,'move',2,'discard counting-the-bones',4,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',11,'move',2,'ready',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',12,'move',2,'reconsider',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',13,'move',0,'ready',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',14,'move',0,'reconsider',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',15,'move',0,'discard street-thugs-rule',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',16,'move',0,'ready',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',17,'move',2,'discard a-depression',4,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',18,'move',2,'reconsider',4,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',19,'move',2,'discard shooting-the-rooster',4,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('KXaGHgagPi3H18M84lei1g',20,'move',0,'reconsider',1073741839,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',1,'move',0,'hide cologne',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',2,'move',0,'hide konigsberg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',3,'move',0,'hide berlin',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',4,'move',0,'hide leipzig',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',5,'move',0,'hide berlin',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',6,'move',0,'hide hamburg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',7,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',8,'move',0,'hide genoa',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',9,'move',0,'hide trieste',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',10,'move',0,'hide naples',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',11,'move',0,'hide tripoli',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',12,'move',0,'hide trieste',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',13,'move',0,'hide genoa',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',14,'move',0,'hide tripoli',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',15,'move',1,'hide minsk',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',16,'move',1,'hide sevastopol',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',17,'move',1,'hide moscow',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',18,'move',1,'hide kharkov',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',19,'move',1,'hide minsk',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',20,'move',1,'hide lyon',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',21,'move',1,'hide strasbourg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',22,'move',1,'hide le-havre',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',23,'move',1,'hide casablanca',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',24,'move',1,'hide le-havre',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',25,'move',1,'hide algiers',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',26,'move',1,'hide strasbourg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',27,'move',1,'hide alexandria',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',28,'move',1,'hide gibraltar',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',29,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',30,'move',0,'post breslau',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',31,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',32,'move',0,'post genoa',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',33,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',34,'move',1,'post sevastopol',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',35,'move',1,'post leningrad',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',36,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',37,'move',1,'post paris',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',38,'move',1,'post marseille',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',39,'move',1,'post marseille',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',40,'move',1,'post lyon',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',41,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',42,'move',1,'post london',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',43,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',44,'move',0,'send strasbourg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',45,'move',0,'send breslau',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',46,'move',0,'send leningrad',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',47,'move',0,'send milan',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',48,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',49,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',50,'move',1,'send rome',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',51,'move',1,'send le-havre',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',52,'move',1,'send amsterdam',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',53,'move',1,'send liverpool',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',54,'move',1,'send casablanca',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',55,'move',1,'send odessa',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',56,'move',1,'send helsinki',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',57,'move',1,'send gibraltar',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',58,'move',1,'send casablanca',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',59,'move',1,'send lisbon',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',60,'move',1,'send amsterdam',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',61,'move',1,'send tripoli',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',62,'move',1,'send sevastopol',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',63,'move',1,'send berlin',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',64,'move',1,'send leningrad',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',65,'move',0,'done',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',66,'move',0,'guard 5 secret-21',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',67,'move',0,'guard 2 secret-17',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',68,'move',0,'guard 3 secret-18',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',69,'move',0,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',70,'move',1,'guard 3 secret-27',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',71,'move',1,'guard 7 secret-23',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',72,'move',1,'done',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',73,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',74,'move',1,'guard 3 secret-39',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',75,'move',1,'arrange',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',76,'move',0,'discard rn47',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',77,'move',0,'guard 8 secret-14',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',78,'move',0,'shift 5 berlin',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',79,'move',0,'shift 3 konigsberg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',80,'move',0,'shift 4 cologne',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',81,'move',0,'shift 6 cologne',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',82,'move',0,'shift 7 konigsberg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',83,'move',0,'guard 2 secret-13',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',84,'move',0,'shift 1 leipzig',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',85,'move',0,'shift 8 berlin',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',86,'move',0,'shift 2 munich',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',87,'move',0,'guard 8 secret-13',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',88,'move',0,'talk russia',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',89,'move',0,'withdraw',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',90,'move',0,'guard 5 secret-11',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',91,'move',0,'talk france',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',92,'move',0,'charge 2',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',93,'move',0,'promise cover',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',94,'move',0,'request no-discovery',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',95,'move',0,'charge 2',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',96,'move',0,'propose',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',97,'move',1,'counter',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',98,'move',1,'give cover',2,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',99,'move',1,'give cover',2,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',100,'move',1,'promise no-sanction',2,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',101,'move',1,'ask cover',2,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',102,'move',1,'withdraw',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',103,'move',0,'guard 4 secret-9',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',104,'move',0,'leave secret-13',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',105,'move',0,'done',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',106,'move',0,'talk britain',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',107,'move',0,'pay 1',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',108,'move',0,'pay 5',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',109,'move',0,'request information',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',110,'move',0,'promise no-sanction',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',1,'move',0,'hide cologne',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',2,'move',0,'hide konigsberg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',3,'move',0,'hide berlin',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',4,'move',0,'hide leipzig',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',5,'move',0,'hide berlin',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',6,'move',0,'hide hamburg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',7,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',8,'move',0,'hide genoa',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',9,'move',0,'hide trieste',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',10,'move',0,'hide naples',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',11,'move',0,'hide tripoli',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',12,'move',0,'hide trieste',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',13,'move',0,'hide genoa',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',14,'move',0,'hide tripoli',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',15,'move',1,'hide minsk',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',16,'move',1,'hide sevastopol',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',17,'move',1,'hide moscow',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',18,'move',1,'hide kharkov',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',19,'move',1,'hide minsk',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',20,'move',2,'hide lyon',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',21,'move',2,'hide strasbourg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',22,'move',2,'hide le-havre',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',23,'move',2,'hide casablanca',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',24,'move',2,'hide le-havre',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',25,'move',2,'hide algiers',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',26,'move',2,'hide strasbourg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',27,'move',2,'hide alexandria',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',28,'move',2,'hide gibraltar',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',29,'move',2,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',30,'move',0,'post breslau',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',31,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',32,'move',0,'post genoa',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',33,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',34,'move',1,'post sevastopol',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',35,'move',1,'post leningrad',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',36,'move',1,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',37,'move',2,'post paris',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',38,'move',2,'post marseille',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',39,'move',2,'post marseille',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',40,'move',2,'post lyon',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',41,'move',2,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',42,'move',2,'post london',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',43,'move',2,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',44,'move',0,'send lyon',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',45,'move',0,'send konigsberg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',46,'move',0,'send minsk',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',47,'move',0,'send genoa',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',48,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',49,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',50,'move',1,'send milan',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',51,'move',1,'send strasbourg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',52,'move',1,'send copenhagen',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',53,'move',1,'send glasgow',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',54,'move',1,'send beirut',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',55,'move',1,'send sevastopol',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',56,'move',2,'send riga',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',57,'move',2,'send malta',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',58,'move',2,'send beirut',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',59,'move',2,'send tangiers',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',60,'move',2,'send copenhagen',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',61,'move',2,'send benghazi',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',62,'move',2,'send paris',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',63,'move',2,'send hamburg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',64,'move',2,'send minsk',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',65,'move',2,'send breslau',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',66,'move',2,'send liverpool',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',67,'move',2,'send sevastopol',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',68,'move',0,'guard 6 secret-12',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',69,'move',0,'guard 4 secret-14',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',70,'move',0,'guard 3 secret-15',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',71,'move',0,'guard 7 secret-9',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',72,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',73,'move',0,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',74,'move',1,'take 6 secret-24',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',75,'move',1,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',76,'move',2,'guard 7 secret-30',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',77,'move',2,'guard 5 secret-29',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',78,'move',2,'arrange',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',79,'move',2,'guard 6 secret-37',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',80,'move',2,'guard 7 secret-40',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',81,'move',2,'guard 5 secret-38',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',82,'move',2,'guard 4 secret-39',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',83,'move',0,'play ge3',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',84,'move',0,'shift 2 breslau',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',85,'move',0,'shift 8 leipzig',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',86,'move',0,'leave secret-9',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',87,'move',0,'leave secret-12',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',88,'move',0,'talk britain',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',89,'move',0,'withdraw',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',90,'move',0,'shift 5 hamburg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',91,'move',0,'shift 4 leipzig',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',92,'move',0,'shift 6 berlin',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',93,'move',0,'shift 1 berlin',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',94,'move',0,'shift 7 hamburg',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',95,'move',0,'leave secret-15',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',96,'move',0,'guard 1 secret-13',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',97,'move',0,'guard 5 secret-14',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',98,'move',0,'guard 8 secret-12',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',99,'move',0,'shift 3 cologne',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',100,'move',0,'talk france',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',101,'move',0,'ask recruit',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',102,'move',0,'charge 1',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',103,'move',0,'promise no-discovery',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',104,'move',0,'propose',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',105,'move',2,'refuse',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',106,'move',0,'guard 6 secret-11',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',107,'move',0,'leave secret-13',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',108,'move',0,'talk britain',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',109,'move',0,'ask intercept',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('4bd8MdoEBmVRIymtzdf5CA',110,'move',0,'ask discovery',1,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',1,'move',1,'character black',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',2,'move',0,'character pink',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',3,'move',0,'temporary wire-photographer',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',4,'move',1,'temporary freight-forwarder',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',5,'move',1,'drive havana',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',6,'move',1,'drive atlanta',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',7,'move',1,'drive havana',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',8,'move',1,'drive mexico-city',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',9,'move',0,'fly madrid',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',10,'move',0,'fly rome',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',11,'move',0,'fly-unrecorded delhi',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',12,'move',0,'end',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',13,'move',1,'end',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',14,'move',0,'fly lima',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',15,'move',0,'fly johannesburg',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',16,'move',0,'fly-unrecorded karachi',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',17,'move',0,'end',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',18,'move',1,'drive toronto',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',19,'move',1,'fly sydney',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',20,'move',1,'fly-unrecorded algiers',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',21,'move',1,'fly tokyo',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',22,'move',0,'end',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',23,'move',1,'fly san-francisco',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',24,'move',1,'fly-unrecorded bangkok',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',25,'move',1,'fly khartoum',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('JajvusnrqbqzEehZ5vMeXQ',26,'move',1,'end',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',1,'move',2,'character blue',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',2,'move',1,'character white',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',3,'move',2,'temporary medical-conference-coordinator',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',4,'move',1,'temporary wire-photographer',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',5,'move',0,'character black',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',6,'move',0,'temporary freight-forwarder',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',7,'move',0,'event counterintelligence',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',8,'move',0,'withdraw mexico-city',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',9,'move',1,'end',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',10,'move',2,'drive toronto',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',11,'move',2,'drive washington',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',12,'move',2,'fly santiago',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',13,'move',2,'drive lima',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',14,'move',0,'drive toronto',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',15,'move',0,'drive new-york',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',16,'move',0,'drive london',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',17,'move',0,'drive east-berlin',1073741831,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',18,'move',1,'drive toronto',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',19,'move',1,'drive san-francisco',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('QdJb5m9Jz9yleQvJPHnVjA',20,'move',1,'fly mexico-city',1073741831,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',1,'move',1,'read',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',2,'move',1,'read',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',3,'move',1,'character black',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',4,'move',1,'temporary wire-photographer',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',5,'move',0,'character white',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',6,'move',0,'temporary freight-forwarder',1073741827,1,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',7,'move',0,'watch',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',8,'move',0,'drive new-york',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',9,'move',0,'fly bogota',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',10,'move',0,'fly rome',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',11,'move',0,'drive prague',1073741827,0,1800000000.0,NULL);
INSERT INTO "entries" VALUES('BMfPWC71Mm_gb4uzctsIIA',12,'move',0,'continue',1073741827,0,1800000000.0,NULL);
CREATE TABLE invitations (
	table_id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	"by" VARCHAR(22) NOT NULL, 
	made_at FLOAT NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_invitations_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_invitations_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_invitations_by FOREIGN KEY("by") REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE keys (
	digest VARCHAR(64) NOT NULL, 
	id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	made_at FLOAT NOT NULL, 
	ends_at FLOAT, 
	CONSTRAINT pk_keys PRIMARY KEY (digest), 
	CONSTRAINT fk_keys_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_keys_id UNIQUE (id)
);
CREATE TABLE mailboxes (
	person VARCHAR(22) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	confirmed BOOLEAN NOT NULL, 
	CONSTRAINT pk_mailboxes PRIMARY KEY (person), 
	CONSTRAINT fk_mailboxes_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_mailboxes_token UNIQUE (token)
);
CREATE TABLE notes (
	table_id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_notes_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_notes_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE people (
	id VARCHAR(22) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	login VARCHAR(40), 
	password TEXT, 
	language VARCHAR(8), 
	made_at FLOAT NOT NULL, away_until FLOAT, called VARCHAR(40), 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_login UNIQUE (login)
);
INSERT INTO "people" VALUES('y1aO_MFtB2hETNnA409mdg','estoril 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('kL8X3ObOej29SCX3LNCMDw','estoril 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('YByZM_GBMESZR2y8AdgGkg','krakow 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('cK3aqfR92O-g275RVPRdKw','krakow 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('WyKKKGic_LoJi6VChPrlgA','krakow 2',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('UujQHR9N_K94-3hh2eCt3g','krakow 3',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('fh6BqZjH2Gmoht1NlcsggQ','spies 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('dPPshJt7H3Z8fHFMhp7UaA','spies 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('5Dr3MkzfLAOYsaUn73Mj9w','spies 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('tSByN2cE0eySSG-ZYafJAg','spies 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('CqpClMKM5tkhMAOFp3oArw','spies 2',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('Pw_h91CU2nAlWin9tgNwkg','season0 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('Dt4NQ4lXi0e9JHqbDy8ZLg','season0 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('7alIWyZyUVUQPJ7lvprRjQ','season0 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('kAyAgrWwwkyjxoleblUUZw','season0 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('c7urgm5VV6mfCy3Y-7EH5Q','season0 2',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('xEG_lL2WTmqc3IxZDkVY3g','season0 0',NULL,NULL,NULL,1800000000.0,NULL,NULL);
INSERT INTO "people" VALUES('lhDGlugICVNQj9wK6pARfQ','season0 1',NULL,NULL,NULL,1800000000.0,NULL,NULL);
CREATE TABLE promises (
	id VARCHAR(22) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	made_at FLOAT NOT NULL, 
	CONSTRAINT pk_promises PRIMARY KEY (id)
);
CREATE TABLE pulse (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_pulse PRIMARY KEY (id)
);
INSERT INTO "pulse" VALUES(1,1800000000.0);
CREATE TABLE ratings (
	person VARCHAR(22) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person, game), 
	CONSTRAINT fk_ratings_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE reports (
	id VARCHAR(22) NOT NULL, 
	"by" VARCHAR(22) NOT NULL, 
	about VARCHAR(22) NOT NULL, 
	table_id VARCHAR(22), 
	text TEXT NOT NULL, 
	made_at FLOAT NOT NULL, 
	closed_at FLOAT, 
	CONSTRAINT pk_reports PRIMARY KEY (id), 
	CONSTRAINT fk_reports_by FOREIGN KEY("by") REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_reports_about FOREIGN KEY(about) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_reports_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE SET NULL
);
CREATE TABLE results (
	table_id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	seat INTEGER NOT NULL, 
	side INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	"left" BOOLEAN NOT NULL, 
	score INTEGER NOT NULL, 
	achieved FLOAT, 
	points INTEGER, 
	gained INTEGER, 
	ended_at FLOAT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_results_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT fk_results_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "results" VALUES('JajvusnrqbqzEehZ5vMeXQ','Pw_h91CU2nAlWin9tgNwkg',0,0,1,0,0,0,0.0,NULL,NULL,1800000000.0);
INSERT INTO "results" VALUES('JajvusnrqbqzEehZ5vMeXQ','Dt4NQ4lXi0e9JHqbDy8ZLg',1,0,1,0,0,0,0.0,NULL,NULL,1800000000.0);
CREATE TABLE "seats" (
	table_id VARCHAR(22) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(22), 
	level VARCHAR(32), 
	held VARCHAR(8) NOT NULL, 
	bank FLOAT, 
	since FLOAT, 
	passes TEXT NOT NULL, 
	nonce VARCHAR(64), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('izUTEegCCA4bz4qQfza5dA',0,'y1aO_MFtB2hETNnA409mdg',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('izUTEegCCA4bz4qQfza5dA',1,'kL8X3ObOej29SCX3LNCMDw',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('KXaGHgagPi3H18M84lei1g',0,'YByZM_GBMESZR2y8AdgGkg',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('KXaGHgagPi3H18M84lei1g',1,'cK3aqfR92O-g275RVPRdKw',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('KXaGHgagPi3H18M84lei1g',2,'WyKKKGic_LoJi6VChPrlgA',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('KXaGHgagPi3H18M84lei1g',3,'UujQHR9N_K94-3hh2eCt3g',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',0,'fh6BqZjH2Gmoht1NlcsggQ',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('gIYK2tjwA18NV-Q_6s7FjQ',1,'dPPshJt7H3Z8fHFMhp7UaA',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('4bd8MdoEBmVRIymtzdf5CA',0,'5Dr3MkzfLAOYsaUn73Mj9w',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('4bd8MdoEBmVRIymtzdf5CA',1,'tSByN2cE0eySSG-ZYafJAg',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('4bd8MdoEBmVRIymtzdf5CA',2,'CqpClMKM5tkhMAOFp3oArw',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('JajvusnrqbqzEehZ5vMeXQ',0,'Pw_h91CU2nAlWin9tgNwkg',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('JajvusnrqbqzEehZ5vMeXQ',1,'Dt4NQ4lXi0e9JHqbDy8ZLg',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('QdJb5m9Jz9yleQvJPHnVjA',0,'7alIWyZyUVUQPJ7lvprRjQ',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('QdJb5m9Jz9yleQvJPHnVjA',1,'kAyAgrWwwkyjxoleblUUZw',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('QdJb5m9Jz9yleQvJPHnVjA',2,'c7urgm5VV6mfCy3Y-7EH5Q',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('BMfPWC71Mm_gb4uzctsIIA',0,'xEG_lL2WTmqc3IxZDkVY3g',NULL,'no',NULL,NULL,'[]',NULL);
INSERT INTO "seats" VALUES('BMfPWC71Mm_gb4uzctsIIA',1,'lhDGlugICVNQj9wK6pARfQ',NULL,'no',NULL,NULL,'[]',NULL);
CREATE TABLE secrets (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
CREATE TABLE summons (
	person VARCHAR(22) NOT NULL, 
	table_id VARCHAR(22) NOT NULL, 
	turn INTEGER NOT NULL, 
	push_at FLOAT, 
	mail_at FLOAT, 
	CONSTRAINT pk_summons PRIMARY KEY (person, table_id), 
	CONSTRAINT fk_summons_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_summons_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE "tables" (
	id VARCHAR(22) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	box TEXT NOT NULL, 
	seat_count INTEGER NOT NULL, 
	seed VARCHAR(40), 
	options TEXT NOT NULL, 
	legacy TEXT, 
	status VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	pace VARCHAR(8) NOT NULL, 
	clock TEXT, 
	owner VARCHAR(22) NOT NULL, 
	invitation VARCHAR(32) NOT NULL, 
	length INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	offer TEXT, 
	next_table VARCHAR(22), 
	made_at FLOAT NOT NULL, 
	moved_at FLOAT NOT NULL, 
	wake_at FLOAT, 
	worker VARCHAR(22), 
	worker_until FLOAT, 
	box_digest VARCHAR(64), 
	secret VARCHAR(64), 
	branches TEXT, origin VARCHAR(8), previous_table VARCHAR(22), 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT uq_tables_invitation UNIQUE (invitation), 
	CONSTRAINT fk_tables_owner FOREIGN KEY(owner) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('izUTEegCCA4bz4qQfza5dA','estoril',2,'standard',2,NULL,'{"edition": "english", "secret_missions": "off", "recruiting_agenda": "off", "second_place": "off", "second_place_rounding": "edition", "agenda_starters": "edition", "agenda_many_flags": "edition", "no_legal_space": "any_free", "cubes": "6-4-3", "strength_mission_vp": 6, "nationalism_timing": "snapshot", "assassin_self": "no", "diplomacy_markers": "unlimited", "mission_zero": "none", "peek_memory": "keep", "hand_aid": "off"}',NULL,'playing',1,'free',NULL,'y1aO_MFtB2hETNnA409mdg','5UXy8mT6VancRQk1',20,2,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'24a1f555485d70c0','78e2c35c64e869801e8b63c5ed02d9d64196a81a4e72f5b1e282a39662090484','[]','facf2',NULL);
INSERT INTO "tables" VALUES('KXaGHgagPi3H18M84lei1g','krakow',2,'standard',4,NULL,'{"years": 1, "field_cap": "shared", "block_on_partner": "forbidden", "removal_targets": "opponents", "group_floor": "none", "discard_browse": "no", "gold_counts": "hidden", "success_counts": "hidden", "talk": "public"}',NULL,'playing',1,'free',NULL,'YByZM_GBMESZR2y8AdgGkg','2wY3xAChE6aFS-EC',20,4,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'8ace70dc2db5e638','36b3f5b86ee02235b1fafc9cc975b220ae3d78e3daf4f010952933cb0ed81e2e','[]','facf2',NULL);
INSERT INTO "tables" VALUES('gIYK2tjwA18NV-Q_6s7FjQ','spies',1,'standard',2,NULL,'{"game": "standard", "reaction_poll": "sequential", "escape_doublecross": "injured", "reversed_sanction_escape": "no", "overseas_police": "two", "secrets_per_spy": "one", "cash_where_taken": "no", "albania": "full", "final_home_secrets": "all", "shared_nations": "allies", "intercept_drop": "play_and_cash", "source_memory": "off", "tile_list": "open", "russia_info": "controller", "setup_placement": "in_order", "diplomacy_ap": "per_turn", "record_faces": "hidden"}',NULL,'playing',1,'free',NULL,'fh6BqZjH2Gmoht1NlcsggQ','jnOxcwg5sKhZTPr2',110,2,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'fecfce6c5c2d9b29','589102bd27d327d0ed66653dfb349a53d90efd4f8ded86de6c6e205c544a91a5','[]','facf2',NULL);
INSERT INTO "tables" VALUES('4bd8MdoEBmVRIymtzdf5CA','spies',1,'standard',3,NULL,'{"game": "advanced", "reaction_poll": "sequential", "escape_doublecross": "injured", "reversed_sanction_escape": "no", "overseas_police": "two", "secrets_per_spy": "one", "cash_where_taken": "no", "albania": "full", "final_home_secrets": "all", "shared_nations": "allies", "intercept_drop": "play_and_cash", "source_memory": "off", "tile_list": "open", "russia_info": "controller", "setup_placement": "in_order", "diplomacy_ap": "per_turn", "record_faces": "hidden"}',NULL,'playing',1,'free',NULL,'5Dr3MkzfLAOYsaUn73Mj9w','pklvBXCandLKd1zv',110,3,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'fecfce6c5c2d9b29','62e16558c290a308de58b0c73abd80cd0ec093d99801739e8a3f075b97b21090','[]','facf2',NULL);
INSERT INTO "tables" VALUES('JajvusnrqbqzEehZ5vMeXQ','season0',1,'standard',2,NULL,'{"escalation_surplus": "one", "event_in_answer": "no", "acquire_anywhere": "yes", "events_between_escalation_steps": "no", "event_moves_safehouse": "yes", "look_visible": "all", "group_decision": "agree", "recognized_shelter": "yes", "teams_compromised": "surveilled", "moscow_recognized": "eu_af", "paris_surveillance": 0, "concede": "no", "auto_continue": "yes", "campaign": "none", "occupation_unique": "yes", "funding_override": "off"}',NULL,'over',1,'free',NULL,'Pw_h91CU2nAlWin9tgNwkg','58akbCZC3nGPnwMs',26,2,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'87a41c82192fd29d','6cf2ce05f9307751f9691114a7230af8465fa464713369cdab6642d79026e9e9','[]','facf2',NULL);
INSERT INTO "tables" VALUES('QdJb5m9Jz9yleQvJPHnVjA','season0',1,'standard',3,NULL,'{"escalation_surplus": "one", "event_in_answer": "no", "acquire_anywhere": "yes", "events_between_escalation_steps": "no", "event_moves_safehouse": "yes", "look_visible": "all", "group_decision": "agree", "recognized_shelter": "yes", "teams_compromised": "surveilled", "moscow_recognized": "eu_af", "paris_surveillance": 0, "concede": "no", "auto_continue": "yes", "campaign": "none", "occupation_unique": "yes", "funding_override": "off"}',NULL,'playing',1,'free',NULL,'7alIWyZyUVUQPJ7lvprRjQ','hILTRUxXk69Vdix7',20,3,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'87a41c82192fd29d','d0bbaa21e2c8d547edd719053f6bb2a67f7c82e4bd3fd8e24e4a2814d76f5b74','[]','facf2',NULL);
INSERT INTO "tables" VALUES('BMfPWC71Mm_gb4uzctsIIA','season0',1,'standard',2,NULL,'{"escalation_surplus": "one", "event_in_answer": "no", "acquire_anywhere": "yes", "events_between_escalation_steps": "no", "event_moves_safehouse": "yes", "look_visible": "all", "group_decision": "agree", "recognized_shelter": "yes", "teams_compromised": "surveilled", "moscow_recognized": "eu_af", "paris_surveillance": 0, "concede": "no", "auto_continue": "yes", "campaign": "evening", "occupation_unique": "yes", "funding_override": "off"}',NULL,'playing',1,'free',NULL,'xEG_lL2WTmqc3IxZDkVY3g','EfSLRauSYXnfRVce',12,2,NULL,NULL,1800000000.0,1800000000.0,NULL,NULL,NULL,'87a41c82192fd29d','a453cf95d35429a94bda7d12d3dcbb1970fcd77142f470021f3281295c7dcfdc','[]','facf2',NULL);
CREATE TABLE ties (
	person VARCHAR(22) NOT NULL, 
	other VARCHAR(22) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	made_at FLOAT NOT NULL, 
	CONSTRAINT pk_ties PRIMARY KEY (person, other, kind), 
	CONSTRAINT fk_ties_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_ties_other FOREIGN KEY(other) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE vacations (
	id VARCHAR(22) NOT NULL, 
	person VARCHAR(22) NOT NULL, 
	from_at FLOAT NOT NULL, 
	until_at FLOAT NOT NULL, 
	CONSTRAINT pk_vacations PRIMARY KEY (id), 
	CONSTRAINT fk_vacations_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE INDEX ix_keys_person ON keys (person);
CREATE INDEX ix_tables_owner_status ON tables (owner, status);
CREATE INDEX ix_chat_table_id_id ON chat (table_id, id);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_results_person_ended_at ON results (person, ended_at);
CREATE INDEX ix_ratings_game ON ratings (game);
CREATE INDEX ix_ties_other_kind ON ties (other, kind);
CREATE INDEX ix_invitations_person ON invitations (person);
CREATE INDEX ix_vacations_person ON vacations (person);
CREATE INDEX ix_browsers_person ON browsers (person);
CREATE INDEX ix_tables_status_wake_at ON tables (status, wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX ix_tables_status_moved_at ON tables (status, moved_at) WHERE public = 1;
CREATE UNIQUE INDEX ix_people_called ON people (called);
COMMIT;
