import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { GuardQuestion } from '../api/guard-types.ts'
import { useModels } from '../api/model-queries.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { groupFindings, groupName, lighterWords, sumOf } from '../view-model/rules/guard-words.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { GuardDialog as GuardDialogState } from '../workbench/workbench-state.ts'
import { FindingRow } from './finding-row.tsx'
import { GuardReading } from './guard-reading.tsx'
import './guard-dialog.css'

/** Private data would leave: what, from where and to whom, and what becomes of it. */
export function GuardDialog() {
  const { state } = useWorkbench()
  const asked = typeof state.dialog === 'object' && state.dialog.kind === 'guard' ? state.dialog : undefined
  // Who goes elsewhere has not decided, and whoever asked is not left waiting.
  useEffect(() => (asked ? () => asked.answer('cancel') : undefined), [asked])
  if (!asked) return null
  return (
    <Dialog label="Private data in what would be sent" place="center" onClose={() => asked.answer('cancel')}>
      <Question asked={asked} />
    </Dialog>
  )
}

function Question({ asked }: { readonly asked: GuardDialogState }) {
  const { question, canEdit, answer } = asked
  const groups = groupFindings(question.findings)
  const lighter = lighterWords(question).join(' ')
  const [always, setAlways] = useState<ReadonlySet<string>>(new Set())
  const redact = useRef<HTMLButtonElement>(null)
  const id = useId()
  // The dialog gives focus to its first control when it opens; this comes after that.
  useEffect(() => redact.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer({ action: 'redact', ...(always.size === 0 ? {} : { always: [...always] }) })
  }
  const toggle = (type: string, on: boolean) =>
    setAlways(new Set([...always].filter((other) => other !== type).concat(on ? type : [])))
  return (
    <form className="guard-question" aria-describedby={id} onSubmit={submit} onKeyDown={ignoreHeldKey}>
      <div className="guard-head">
        <span className="guard-sign">
          <Icon name="shield" size={20} />
        </span>
        <div className="grow">
          <Title question={question} modelIds={asked.modelIds} />
          <p id={id}>Nothing has been sent. Redacted values come back in the answer on this device.</p>
        </div>
      </div>
      <div className="dialog-body guard-body">
        <ul className="guard-findings" aria-label="What was found">
          {groups.map((group) => (
            <FindingRow key={group.type} group={group} values={question.values[group.type] ?? 0} />
          ))}
        </ul>
        {lighter === '' ? null : <p>{lighter}</p>}
        {question.reading ? <GuardReading reading={question.reading} /> : null}
        <fieldset className="guard-always">
          <legend className="visually-hidden">From now on, in this workspace</legend>
          {groups.map((group) => (
            <label key={group.type}>
              <input
                type="checkbox"
                checked={always.has(group.type)}
                onChange={(event) => toggle(group.type, event.target.checked)}
              />
              Always redact {groupName(group, 2)} in this workspace
            </label>
          ))}
        </fieldset>
        <p className="guard-limits">
          {question.unscanned.map((words) => `${words} `)}
          No scanner finds everything.
        </p>
      </div>
      <div className="dialog-foot guard-foot">
        <Button look="bare" onClick={() => answer('cancel')}>
          Cancel
        </Button>
        {canEdit ? (
          <Button look="bare" onClick={() => answer('edit')}>
            Edit
          </Button>
        ) : null}
        <span className="guard-gap" />
        <Button onClick={() => answer({ action: 'send' })}>Send as it is</Button>
        <Button ref={redact} type="submit" look="main">
          Redact and send
        </Button>
      </div>
    </form>
  )
}

/** Enter that sent the message and is still held down decides nothing. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

interface TitleProps {
  readonly question: GuardQuestion
  readonly modelIds: readonly string[]
}

function Title({ question, modelIds }: TitleProps) {
  const { data: models = [] } = useModels()
  const { values, lighter } = question
  const count = sumOf(values) + sumOf(lighter.redacted) + sumOf(lighter.sent)
  const names = models.filter(({ id }) => modelIds.includes(id)).map(({ name }) => name)
  const to =
    names.length === 0 ? 'the model' : names.length > 2 ? `${names.length} models` : names.join(' and ')
  return (
    <h2>
      {count} private {count === 1 ? 'detail' : 'details'} would go to {to}
    </h2>
  )
}
