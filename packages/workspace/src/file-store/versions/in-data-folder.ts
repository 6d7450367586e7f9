import { errorCode, isDiskFull } from '../../path/from-system.ts'
import { WorkspaceError } from '../../workspace-error.ts'

/** Works where Varve keeps its own data: what fails there is not blamed on the workspace. */
export async function inDataFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (error instanceof WorkspaceError || code === undefined || isDiskFull(code)) throw error
    const message = `The data folder of Varve cannot be used (${code}).`
    throw new WorkspaceError('unwritable', '.', message, { cause: error })
  }
}
