/* checker/examples/pool_broken.sys */
#ifndef CLIENTS
#define CLIENTS 3
#endif
#define CONNECTIONS (CLIENTS - 1)
byte pool;                  /* the owner of the monitor, from 1; 0 for nobody */
bool waits[CLIENTS];
byte free = CONNECTIONS;
bool taken[CONNECTIONS];
byte stage[CONNECTIONS];

active [CLIENTS] proctype client() {
  byte mine;
  do
  :: atomic { pool == 0 -> pool = _pid + 1 };
     do
     :: free == 0 ->
        d_step { waits[_pid] = true; pool = 0 };
        atomic { !waits[_pid] && pool == 0 -> pool = _pid + 1 }
     :: else -> break
     od;
     free = free - 1;
     mine = 0;
     do
     :: taken[mine] -> mine = mine + 1
     :: else -> break
     od;
     taken[mine] = true;
     pool = 0;
     stage[mine] = 1;
     stage[mine] = 2;
     stage[mine] = 3;
     stage[mine] = 4;
     stage[mine] = 0;
     atomic { pool == 0 -> pool = _pid + 1 };
     taken[mine] = false;
     free = free + 1;
     pool = 0
  od
}

#define p waits[0]
ltl is_woken { [] (p -> <> !p) }
