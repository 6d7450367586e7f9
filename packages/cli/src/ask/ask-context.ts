import type { Checkout } from '../checkout.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import type { Surroundings } from '../paths.ts'

export interface AskContext extends FolderContext {
  readonly surroundings: Surroundings
  readonly checkout: Checkout
  readonly cwd: string
  /** A person sits at the standard input. */
  readonly isTyped: boolean
  /** The standard input is a pipe of a shell or a file: it ends, and holds what somebody meant to give. */
  readonly isPipe: boolean
  /** The standard output is a screen. */
  readonly isScreen: boolean
  /** Resolves when the user wants the answer to stop. */
  readonly stopped: () => Promise<void>
}
