import { createIgnore, type IgnoreFiles, type IgnoreRules, MAXIMUM_IGNORE_BYTES } from './create-ignore.ts'
import { IGNORE_FILES } from './ignore-files.ts'
import { readFileText } from './read-file-text.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** The rules that hold for what stands in a folder of a workspace; the root is the empty path. */
export async function loadIgnoreRules(root: string, folder: string): Promise<IgnoreRules> {
  let rules = createIgnore()
  let path = ''
  for (const name of ['', ...(folder === '' ? [] : folder.split('/'))]) {
    path = path === '' ? name : `${path}/${name}`
    rules = rules.within(path, (await readIgnoreFiles(root, path)).files)
  }
  return rules
}

export interface ReadIgnoreFiles {
  readonly files: IgnoreFiles
  readonly problems: readonly string[]
}

/** The ignore files of one folder. One that cannot be read is told of and does not hold. */
export async function readIgnoreFiles(root: string, folder: string): Promise<ReadIgnoreFiles> {
  const files: { gitignore?: string; varveignore?: string } = {}
  const problems: string[] = []
  for (const which of ['gitignore', 'varveignore'] as const) {
    const name = IGNORE_FILES[which]
    try {
      const path = folder === '' ? name : `${folder}/${name}`
      files[which] = (await readFileText(root, path, MAXIMUM_IGNORE_BYTES)).text
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      if (error.code !== 'not-found') problems.push(error.message)
    }
  }
  return { files, problems }
}
