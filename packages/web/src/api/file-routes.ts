import type {
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  SearchHitView,
  SearchView,
  TagView,
  UploadView,
  WrittenFileView,
} from '@varve/server/types'
import { request } from './request.ts'
import { sendFile } from './send-file.ts'
import { uploadFile, type UploadWatch } from './upload-file.ts'
import { workspaceApi } from './workspace-api.ts'

const file = (call: string, path: string) =>
  `${workspaceApi()}/files/${call}?path=${encodeURIComponent(path)}`

/** The files of a workspace, and what is found in them. */
export const fileRoutes = {
  files: () => request<readonly FileView[]>(`${workspaceApi()}/files`),
  fileContent: (path: string) => request<FileContentView>(file('content', path)),
  /** Notes like one note. */
  related: (path: string) => request<readonly SearchHitView[]>(file('related', path)),
  versions: (path: string) => request<readonly FileVersionView[]>(file('versions', path)),
  fileDiff: (path: string, from: string) =>
    request<FileDiffView>(`${file('diff', path)}&from=${encodeURIComponent(from)}`),
  /** From the trash, or a version in place of what is there now. */
  restoreFile: (id: string) =>
    request<unknown>(`${workspaceApi()}/files/restore`, { method: 'POST', body: { id } }),
  recentFiles: () => request<readonly FileView[]>(`${workspaceApi()}/files/recent`),
  /** The address of a picture of the workspace, for an `img` of this page. */
  picture: (path: string) => file('picture', path),
  search: (text: string, limit: number, signal: AbortSignal) =>
    request<SearchView>(`${workspaceApi()}/search?q=${encodeURIComponent(text)}&limit=${limit}`, { signal }),
  /** Most used first. */
  tags: () => request<readonly TagView[]>(`${workspaceApi()}/tags`),
  /** Hands over a file that lies in no folder of the workspace. */
  upload: (body: File, watch: UploadWatch) =>
    uploadFile<UploadView>(`${workspaceApi()}/uploads?name=${encodeURIComponent(body.name)}`, body, watch),
  /** Puts a file into the workspace, at its root; one of that name is not overwritten. */
  addFile: (body: File) =>
    sendFile<WrittenFileView>(
      'PUT',
      `${workspaceApi()}/files/content?expect=absent&path=${encodeURIComponent(body.name)}`,
      body,
    ),
} as const
