import type { KeptView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { formatTokensShort } from '../view-model/format-tokens.ts'
import { splitPath } from '../view-model/split-file-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

/** What earlier turns attached and the chat still keeps, with the way to forget each. */
export function KeptMenu({ kept }: { readonly kept: readonly KeptView[] }) {
  const { openPreview } = useWorkbench()
  const forget = useForget()
  if (kept.length === 0) return null
  const tokens = kept.reduce((sum, { tokens: each }) => sum + each, 0)
  const button = (
    <>
      {kept.length} kept
      <span className="figures">{formatTokensShort(tokens)}</span>
      <Icon name="down" size={14} />
    </>
  )
  return (
    <Popover
      label={`${kept.length} kept: readable in every turn`}
      button={button}
      buttonClass="kept-button"
      align="start"
      side="above"
    >
      <p className="kept-hint">Readable in every turn of this chat, until you forget it.</p>
      <ul className="kept-list">
        {kept.map((entry) => (
          <li key={entry.key} className="kept-item">
            <button type="button" className="kept-name" onClick={() => openPreview(entry.key)}>
              <FileName path={entry.key} />
            </button>
            <span className="figures">
              {formatTokensShort(entry.tokens)}, since turn {entry.sinceTurn}
            </span>
            <Button
              small
              look="bare"
              aria-label={`Forget ${entry.key}`}
              onClick={() => void forget(entry.key)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

function useForget(): (key: string) => Promise<void> {
  const { chatId, dispatch, say } = useWorkbench()
  const client = useQueryClient()
  return async (key) => {
    if (chatId === undefined) return
    const { name } = splitPath(key)
    try {
      client.setQueryData(keys.chat(chatId), await routes.forget(chatId, key))
      // Nothing brings back the place it had in the prompt; attaching it again is what can be offered.
      const attach = () => dispatch({ kind: 'attach', chat: chatId, path: key })
      say({
        tone: 'info',
        text: `Forgot ${name}. It is in no later request.`,
        action: { label: 'Attach again', run: attach },
      })
    } catch (error) {
      say({ tone: 'error', text: `${name} is still kept. ${adviseOn(error).what}` })
    }
  }
}
