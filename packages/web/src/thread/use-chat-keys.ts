import type { ChatView } from '@varve/contract'
import { INSPECTOR_TABS } from '../workbench/workbench-state.ts'
import { selectTurn } from '../inspector/select-turn.ts'
import { useShortcuts } from '../workbench/use-shortcuts.ts'
import type { ChatFinding } from './chat-find.tsx'
import { useWorkbench } from '../workbench/workbench.tsx'

/** What the keys do in the chat on screen. `stop` is there while an answer runs. */
export function useChatKeys(
  chat: ChatView | undefined,
  stop: (() => void) | undefined,
  finding: ChatFinding,
): void {
  const { state, dispatch, startChat, inspectorOpen, setInspector, openDialog } = useWorkbench()
  useShortcuts({
    newChat: startChat,
    toggleInspector: () => setInspector({ open: !inspectorOpen }),
    showKeys: () => openDialog('keys'),
    editLast: () => pressLast('.question-edit'),
    again: () => pressLast('.answer-again'),
    stepTurn: (by) => setInspector({ turn: selectTurn(chat?.turns ?? [], state.inspector.turn, by) }),
    showTab: (index) => setInspector({ tab: INSPECTOR_TABS[index]?.id ?? 'layers' }),
    find: chat && chat.turns.length > 0 ? finding.open : undefined,
    escape: () => {
      if (finding.isOpen) finding.close()
      else if (stop) stop()
      else if (state.toast) dispatch({ kind: 'toast', toast: undefined })
      else return false
      return true
    },
  })
}

/** As if the last button of its kind were pressed: it knows whether it can be. */
function pressLast(kind: string): void {
  ;[...document.querySelectorAll<HTMLButtonElement>(kind)].at(-1)?.click()
}
