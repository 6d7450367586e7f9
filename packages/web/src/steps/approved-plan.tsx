import type { ToolCall } from '../api/guard-types.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { addWords } from '../view-model/text/add-words.ts'
import { approvedPlan } from '../view-model/thread/tool-words.ts'
import { withText } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

/** In a chat that only plans, an approved plan offers to carry it out. */
export function ApprovedPlan({ calls }: { readonly calls: readonly ToolCall[] }) {
  const { chatId, dispatch, composer } = useWorkbench()
  const { settings, change } = useChatSettings()
  const path = approvedPlan(calls)
  if (path === undefined || settings.mode !== 'plan') return null
  /** The message is the user's to send: it is put into the composer. */
  const goOn = () => {
    change({ runner: 'agent', mode: 'act' })
    const words = `Carry out the plan in [[${path.replace(/\.md$/, '')}]].`
    dispatch({
      kind: 'edit',
      chat: chatId ?? NEW_CHAT,
      change: (now) => withText(now, addWords(now.text, words)),
    })
    composer.current?.focus()
  }
  return (
    <p className="tool-words">
      The plan is approved. In <b>Act</b>, the agent can carry it out and asks before each change.{' '}
      <Button small onClick={goOn}>
        Go on in Act
      </Button>
    </p>
  )
}
