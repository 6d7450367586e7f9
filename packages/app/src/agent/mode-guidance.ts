import type { State } from '@varve/engine'
import type { ToolMode } from '@varve/contract'

const MODE_WORDS: { readonly [Mode in ToolMode]: string } = {
  ask: 'Mode: ask. Look things up and answer; do not change, move or delete any file.',
  plan: 'Mode: plan. Look things up, then write the plan with the tool `plan` for the user to approve; change nothing else.',
  act: 'Mode: act. You may change files with the tools; the user is asked before a change is made.',
}

/** What an agent may do in this turn. It is in the turn, so that another mode keeps everything before it. */
export function modeGuidance(mode: ToolMode): string {
  return MODE_WORDS[mode]
}

/** A turn that is answered again, in the mode that the chat has now. */
export function withMode(asked: State, mode: ToolMode | undefined): State {
  const { open } = asked
  const before = Object.values(MODE_WORDS).find((words) => open?.guidance.includes(words))
  if (!open || mode === undefined || before === undefined || before === MODE_WORDS[mode]) return asked
  return { ...asked, open: { ...open, guidance: open.guidance.replace(before, MODE_WORDS[mode]) } }
}
