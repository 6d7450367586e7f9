import type { AnswerView, TurnView } from '@varve/contract'
import { useSyncExternalStore } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { answerAsMarkdown } from '../view-model/files/file-names.ts'
import { useActions } from '../workbench/actions.ts'
import { useThread } from './use-turn-actions.ts'
import { t } from '../i18n/t.ts'

interface AnswerMenuProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** Actions for an answer: copy, read aloud, save. */
export function AnswerMenu({ turn, answer }: AnswerMenuProps) {
  const { fork, busy } = useThread()
  const { isRead, copyFormatted, read, exportAnswer, save } = useAnswerActions()(turn, answer)
  return (
    <Menu
      label={t('More about this answer')}
      button={<Icon name="more" size={14} />}
      buttonClass="icon-button small more"
    >
      <MenuItem command="copy-answer-formatted" icon="copy" onSelect={copyFormatted}>
        {t('Copy with formatting')}
      </MenuItem>
      {read ? (
        <MenuItem command="read-answer" icon={isRead ? 'stop' : 'voice'} onSelect={read}>
          {isRead ? t('Stop reading aloud') : t('Read aloud')}
        </MenuItem>
      ) : null}
      <MenuItem command="export-answer" icon="export" onSelect={exportAnswer}>
        {t('Export as Markdown')}
      </MenuItem>
      <MenuItem command="save-answer" icon="note" onSelect={() => save('new')}>
        {t('Save as note…')}
      </MenuItem>
      <MenuItem command="append-answer" icon="plus" onSelect={() => save('append')}>
        {t('Append to note…')}
      </MenuItem>
      <MenuItem command="fork-chat" icon="fork" disabled={busy} onSelect={() => void fork(turn, answer)}>
        {t('Fork into a new chat')}
      </MenuItem>
    </Menu>
  )
}

interface AnswerActions {
  /** Whether it is being read aloud now. */
  readonly isRead: boolean
  readonly copyFormatted: () => void
  /** Starts or stops; absent in a browser without a voice. */
  readonly read: (() => void) | undefined
  readonly exportAnswer: () => void
  readonly save: (how: 'new' | 'append') => void
}

/** What can be done with an answer, in its menu and by commands. */
export function useAnswerActions(): (turn: TurnView, answer: AnswerView) => AnswerActions {
  const { say, openDialog, memory } = useActions()
  const { voice } = memory
  const spoken = useSyncExternalStore(voice.subscribe, voice.spoken, voice.spoken)
  const copyFormatted = (answer: AnswerView) => {
    const drawn = document.querySelector<HTMLElement>(`[data-answer="${CSS.escape(answer.id)}"]`)
    copyAsRichText(drawn, answerAsMarkdown(answer)).then(
      () => say({ tone: 'info', text: t('Copied with its formatting.') }),
      () =>
        say({
          tone: 'error',
          text: t('This browser doesn’t allow copying here. Select the text and copy it.'),
        }),
    )
  }
  return (turn, answer) => ({
    isRead: spoken === answer.id,
    copyFormatted: () => copyFormatted(answer),
    read: 'speechSynthesis' in globalThis ? () => voice.toggle(answer) : undefined,
    exportAnswer: () => download(`answer-${turn.number}.md`, answerAsMarkdown(answer)),
    save: (how) => openDialog({ kind: 'save-answer', answer, how }),
  })
}

/** As a mail or a text document takes it, and as Markdown for all else. */
async function copyAsRichText(drawn: HTMLElement | null, markdown: string): Promise<void> {
  const text = new Blob([markdown], { type: 'text/plain' })
  // An answer far from what is in view is not drawn.
  const html = drawn ? { 'text/html': new Blob([richText(drawn)], { type: 'text/html' }) } : {}
  await navigator.clipboard.write([new ClipboardItem({ ...html, 'text/plain': text })])
}

/** What is drawn without what acts in it: buttons, signs, and the second form that each formula has for screens. */
export function richText(drawn: HTMLElement): string {
  const copy = drawn.cloneNode(true) as HTMLElement
  for (const citation of copy.querySelectorAll('.citation')) citation.replaceWith(`[${citation.textContent}]`)
  for (const acting of copy.querySelectorAll('button, svg, .katex-html, .visually-hidden')) acting.remove()
  for (const element of copy.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (!/^(?:href|start|src|alt|open)$/.test(name) && !element.closest('math'))
        element.removeAttribute(name)
  return copy.innerHTML
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
