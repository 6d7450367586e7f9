import { EngineError } from '@varve/engine'
import { normalizeUrl } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'

/** An address in its one spelling; fails as a page does that cannot be had where it is none. */
export function webAddress(url: string): string {
  try {
    return normalizeUrl(url)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const message = `${JSON.stringify(url.slice(0, 200))} is not an address of the web and was left out.`
    throw new WorkspaceError('page-unreachable', url, message, { cause: error })
  }
}
