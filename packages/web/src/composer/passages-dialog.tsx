import { useQueryClient } from '@tanstack/react-query'
import type { WorkspaceView } from '@varve/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { keys } from '../api/keys.ts'
import { useModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { adviseOn } from '../parts/web-error.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { SendDialog } from '../workbench/workbench-state.ts'
import { passagesWords, withoutProperties } from './passages-chip.tsx'
import { t } from '../i18n/t.ts'
import { lineLabel } from '../view-model/files/file-names.ts'
import { listWords } from '../view-model/text/format.ts'

/** Passages that Varve found would go to a cloud model: which, to whom, and whether to ask again. */
export function PassagesDialog() {
  const { state } = useWorkbench()
  const asked =
    typeof state.dialog === 'object' && state.dialog.kind === 'passages' ? state.dialog : undefined
  // Leaving the chat is no decision; the waiting call is cancelled.
  useEffect(() => (asked ? () => asked.answer('cancel') : undefined), [asked])
  if (!asked) return null
  return (
    <Dialog label={t('Passages found before sending')} place="center" onClose={() => asked.answer('cancel')}>
      <Question asked={asked} />
    </Dialog>
  )
}

function Question({ asked }: { readonly asked: Extract<SendDialog, { kind: 'passages' }> }) {
  const { passages, modelIds, answer } = asked
  const { data: models = [] } = useModels()
  const { say } = useActions()
  const client = useQueryClient()
  const [isRemembered, setRemembered] = useState(false)
  const send = useRef<HTMLButtonElement>(null)
  const id = useId()
  // The dialog gives focus to its first control when it opens; this comes after that.
  useEffect(() => send.current?.focus(), [])
  const names = models.filter((model) => modelIds.includes(model.id)).map(({ name }) => name)
  const decide = async (decision: 'send' | 'leave') => {
    if (isRemembered)
      try {
        const settings = await routes.changeWorkspace({
          passagesToCloud: decision === 'send' ? 'always' : 'never',
        })
        client.setQueryData<WorkspaceView>(keys.workspace, (now) => now && { ...now, settings })
      } catch (error) {
        const { what } = adviseOn(error)
        say({
          tone: 'error',
          text: t('Your choice couldn’t be saved, and Varve will ask again. {what}', { what }),
        })
      }
    answer({ passages: { decision } })
  }
  return (
    <div className="guard-question" aria-describedby={id}>
      <div className="guard-head">
        <span className="guard-sign">
          <Icon name="search" size={20} />
        </span>
        <div className="grow">
          <h2>
            {t('Send {passages} to {models}?', {
              passages: passagesWords(passages),
              models: names.length === 0 ? t('the model') : listWords(names),
            })}
          </h2>
          <p id={id}>
            {t(
              'Varve found {count|it|them} in your notes for this question. The model runs in the cloud. Nothing has been sent.',
              { count: passages.length },
            )}
          </p>
        </div>
      </div>
      <div className="dialog-body guard-body">
        <ul className="passages-list" aria-label={t('Passages')}>
          {passages.map((passage) => (
            <li key={passage.place}>
              <span className="passage-name">
                <FileName path={passage.path} />
                <span className="figures faint">{lineLabel(passage.lines, passage.unit)}</span>
              </span>
              <p className="passage-text">{withoutProperties(passage.text)}</p>
            </li>
          ))}
        </ul>
        <fieldset className="guard-always">
          <legend className="visually-hidden">{t('From now on, in this workspace')}</legend>
          <label>
            <input
              type="checkbox"
              checked={isRemembered}
              onChange={(event) => setRemembered(event.target.checked)}
            />
            {t('Do the same from now on in this workspace')}
          </label>
        </fieldset>
        <p className="guard-limits">
          {t(
            'Otherwise Varve asks each time. Private and local-only notes never come along. You can change this in Settings, under Context.',
          )}
        </p>
      </div>
      <div className="dialog-foot guard-foot">
        <Button look="bare" onClick={() => answer('cancel')}>
          {t('Cancel')}
        </Button>
        <span className="guard-gap" />
        <Button onClick={() => void decide('leave')}>
          {t('Send without {count|it|them}', { count: passages.length })}
        </Button>
        <Button ref={send} look="main" onClick={() => void decide('send')}>
          {t('Send with {count|the passage|the passages}', { count: passages.length })}
        </Button>
      </div>
    </div>
  )
}
