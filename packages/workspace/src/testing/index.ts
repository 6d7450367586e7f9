/** `@varve/workspace/testing`: what every file store is held to, and files to test with. Needs `vitest` and `fast-check`. */
export { fileStoreConformance } from './file-store-conformance.ts'
export type { StoreUnderTest } from './conformance/store-under-test.ts'
export { folderBesideSecret, type FolderBesideSecret } from './folder-beside-secret.ts'
export { temporaryFolderStore, type TemporaryFolderStore } from './temporary-folder-store.ts'
export { interceptedDisk, type DiskCall } from './intercepted-disk.ts'
export { writeTestPng } from '../document/testing/write-test-image.ts'
export { writeTextPdf } from '../document/testing/write-test-pdf.ts'
