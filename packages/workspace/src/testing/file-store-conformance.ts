import { afterEach, beforeEach, describe } from 'vitest'
import type { FileStore } from '../file-store/file-store.ts'
import type { StoreUnderTest } from './conformance/store-under-test.ts'
import { testChanges } from './conformance/test-changes.ts'
import { testConflicts } from './conformance/test-conflicts.ts'
import { testFolders } from './conformance/test-folders.ts'
import { testMoving } from './conformance/test-moving.ts'
import { testPaths } from './conformance/test-paths.ts'
import { testTrash } from './conformance/test-trash.ts'
import { testVersions } from './conformance/test-versions.ts'
import { testWriting } from './conformance/test-writing.ts'

/** What every file store does, whatever the files are in. Run it against each implementation. */
export function fileStoreConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} is a file store`, () => {
    let place: StoreUnderTest
    let store: FileStore

    beforeEach(async () => {
      place = await open()
      store = place.store
    })
    afterEach(() => place.remove())
    const current = (): FileStore => store

    describe('writing', () => testWriting(current, () => place))
    describe('conflicts', () => testConflicts(current))
    describe('moving', () => testMoving(current, () => place))
    describe('versions', () => testVersions(current, () => place))
    describe('trash', () => testTrash(current, () => place))
    describe('paths', () => testPaths(current))
    describe('folders', () => testFolders(current))
    describe('changes', () => testChanges(current))
  })
}
