import { findRelated } from '../files/find-related.ts'
import { listFiles } from '../files/list-files.ts'
import { listRecentFiles } from '../files/list-recent-files.ts'
import { listTags } from '../files/list-tags.ts'
import { readFile } from '../files/read-file.ts'
import { readPicture } from '../files/read-picture.ts'
import { searchWorkspace } from '../files/search-workspace.ts'
import { uploadFile } from '../files/upload-file.ts'
import {
  diffFile,
  listTrash,
  listVersions,
  moveFile,
  removeFile,
  restoreFile,
  writeFile,
} from '../files/file-actions.ts'
import type { BoundActions } from './bind-actions.ts'

/** The files of a workspace. */
export function fileActions({ action }: BoundActions) {
  return {
    listFiles: action(listFiles),
    listRecentFiles: action(listRecentFiles),
    readFile: action(readFile),
    readPicture: action(readPicture),
    uploadFile: action(uploadFile),
    writeFile: action(writeFile),
    moveFile: action(moveFile),
    removeFile: action(removeFile),
    listVersions: action(listVersions),
    diffFile: action(diffFile),
    listTrash: action(listTrash),
    restoreFile: action(restoreFile),
    searchWorkspace: action(searchWorkspace),
    listTags: action(listTags),
    findRelated: action(findRelated),
  }
}
