import { fileStoreConformance } from '../testing/file-store-conformance.ts'
import { temporaryFolderStore } from '../testing/temporary-folder-store.ts'

fileStoreConformance('a folder', () => temporaryFolderStore())
