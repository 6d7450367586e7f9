import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { requireWorkspace } from '../files/require-workspace.ts'

export type BoundActions = ReturnType<typeof bindActions>

/** How what is done with the context becomes an action that fails with an `AppError` and nothing else. */
export function bindActions(context: AppContext) {
  const action =
    <Input, Output>(act: (context: AppContext, input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      try {
        return await act(context, input)
      } catch (error) {
        throw toAppError(error)
      }
    }
  /** For what would otherwise answer for a workspace that is not there. */
  const inWorkspace = <Input extends { readonly workspaceId: string }, Output>(
    act: (context: AppContext, input: Input) => Promise<Output>,
  ) =>
    action(async (place: AppContext, input: Input) => {
      await requireWorkspace(place, input.workspaceId)
      return act(place, input)
    })
  return { action, inWorkspace }
}
