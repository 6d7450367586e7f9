import type { Store } from '@varve/store'
import type { Observer } from './app-event.ts'

/** Longer than a disk takes that is well: some milliseconds. */
const SLOW_MILLISECONDS = 250

/** A store that tells of commits which take long. */
export function observedStore(store: Store, observe: Observer, timer: () => number): Store {
  return {
    ...store,
    commit: async (statements) => {
      const start = timer()
      await store.commit(statements)
      const milliseconds = timer() - start
      if (milliseconds >= SLOW_MILLISECONDS)
        observe({ kind: 'commit-slow', milliseconds, statements: statements.length })
    },
  }
}
