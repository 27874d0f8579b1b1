CREATE TABLE rooms (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE bookings (
    id INTEGER PRIMARY KEY,
    room INTEGER NOT NULL REFERENCES rooms (id),
    day TEXT NOT NULL,
    guest TEXT NOT NULL,
    UNIQUE (room, day)
);

INSERT INTO rooms (name) VALUES ('Attic'), ('Garden');
