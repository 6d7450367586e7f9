import { useWorkbench } from './workbench.tsx'
import { type Shortcuts, useShortcuts } from './use-shortcuts.ts'

/** The keys of every place beside the chats; a place adds its own. */
export function usePageShortcuts(own: Shortcuts = {}): void {
  const { startChat, dispatch, state, openDialog } = useWorkbench()
  useShortcuts({
    newChat: startChat,
    showKeys: () => openDialog('keys'),
    escape: () => {
      if (state.toast) dispatch({ kind: 'toast', toast: undefined })
      return state.toast !== undefined
    },
    ...own,
  })
}
