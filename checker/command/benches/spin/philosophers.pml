/* The twin of examples/philosophers.sys: one transition per statement.
 * -DATOMIC: context switches only before taking a fork, placed by hand. -DSEATS=n: philosophers. */
#ifndef SEATS
#define SEATS 11
#endif
#ifdef ATOMIC
#define RUN atomic {
#define NUR }
#else
#define RUN
#define NUR
#endif

bool fork[SEATS];
bool dirty[SEATS];

active [SEATS] proctype philosopher() {
  do
  :: RUN
     d_step { !fork[(_pid == SEATS - 1 -> 0 : _pid)] -> fork[(_pid == SEATS - 1 -> 0 : _pid)] = true };
     NUR
     RUN
     d_step { !fork[(_pid == SEATS - 1 -> _pid : _pid + 1)] -> fork[(_pid == SEATS - 1 -> _pid : _pid + 1)] = true };
     assert(!dirty[_pid] && !dirty[(_pid + 1) % SEATS]);
     fork[(_pid == SEATS - 1 -> _pid : _pid + 1)] = false;
     fork[(_pid == SEATS - 1 -> 0 : _pid)] = false
     NUR
  od
}
