import { fileStoreConformance } from '../testing/file-store-conformance.ts'
import { temporaryFolderStore } from '../testing/temporary-folder-store.ts'

fileStoreConformance('a folder', () => temporaryFolderStore())
fileStoreConformance('a folder held by its path, as on other systems than Linux', () =>
  temporaryFolderStore({ holdBy: 'path', inMemory: true }),
)
