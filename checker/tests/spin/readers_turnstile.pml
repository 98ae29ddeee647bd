/* checker/examples/readers_turnstile.sys */
#ifndef READERS
#define READERS 2
#endif
byte turnstile, room;       /* owners, from 1; 0 for nobody */
bool waits;                 /* the writer: readers never wait */
byte reading, reads;
bool page;

active [READERS] proctype reader() {
  bool seen;
  do
  :: atomic { turnstile == 0 -> turnstile = _pid + 1 };
     turnstile = 0;
     atomic { room == 0 -> room = _pid + 1 };
     reading = reading + 1;
     reads = 1 - reads;
     room = 0;
  R: seen = page;
     atomic { room == 0 -> room = _pid + 1 };
     reading = reading - 1;
     if
     :: reading == 0 -> waits = false
     :: else -> skip
     fi;
     room = 0
  od
}

active proctype writer() {
  do
  :: atomic { turnstile == 0 -> turnstile = READERS + 1 };
  A: atomic { room == 0 -> room = READERS + 1 };
     do
     :: reading > 0 ->
        d_step { waits = true; room = 0 };
        atomic { !waits && room == 0 -> room = READERS + 1 }
     :: else -> break
     od;
  Write: page = !page;
     room = 0;
     turnstile = 0
  od
}

ltl comes_to_write { [] (writer@A -> <> writer@Write) }
