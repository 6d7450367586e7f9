import { storeConformance } from '../testing/store-conformance.ts'
import { temporaryStore } from '../testing/temporary-store.ts'

storeConformance('SQLite', () => {
  const { open, remove } = temporaryStore()
  return Promise.resolve({ open, remove, isShared: false })
})
