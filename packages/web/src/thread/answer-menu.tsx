import type { AnswerView, TurnView } from '@varve/contract'
import { useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { answerAsMarkdown } from '../view-model/files/file-names.ts'
import { plainWords } from '../view-model/text/text.ts'
import { useActions } from '../workbench/actions.ts'
import { SaveAnswerDialog } from './save-answer-dialog.tsx'
import { useThread } from './use-turn-actions.ts'
import { t } from '../i18n/t.ts'

interface AnswerMenuProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** Actions for an answer: copy, read aloud, save. */
export function AnswerMenu({ turn, answer }: AnswerMenuProps) {
  const { fork, busy } = useThread()
  const { say } = useActions()
  const { reading, read } = useReading(answer)
  const [saving, setSaving] = useState<'new' | 'append'>()
  const copyRich = () => {
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
  return (
    <>
      <Menu
        label={t('More about this answer')}
        button={<Icon name="more" size={14} />}
        buttonClass="icon-button small more"
      >
        <MenuItem icon="copy" onSelect={copyRich}>
          {t('Copy with formatting')}
        </MenuItem>
        {'speechSynthesis' in globalThis ? (
          <MenuItem icon={reading ? 'stop' : 'voice'} onSelect={read}>
            {reading ? t('Stop reading aloud') : t('Read aloud')}
          </MenuItem>
        ) : null}
        <MenuItem
          icon="export"
          onSelect={() => download(`answer-${turn.number}.md`, answerAsMarkdown(answer))}
        >
          {t('Export as Markdown')}
        </MenuItem>
        <MenuItem icon="note" onSelect={() => setSaving('new')}>
          {t('Save as note…')}
        </MenuItem>
        <MenuItem icon="plus" onSelect={() => setSaving('append')}>
          {t('Append to note…')}
        </MenuItem>
        <MenuItem icon="fork" disabled={busy} onSelect={() => void fork(turn, answer)}>
          {t('Fork into a new chat')}
        </MenuItem>
      </Menu>
      {saving === undefined ? null : (
        <SaveAnswerDialog answer={answer} how={saving} onClose={() => setSaving(undefined)} />
      )}
    </>
  )
}

/** As a mail or a text document takes it, and as Markdown for all else. */
async function copyAsRichText(drawn: HTMLElement | null, markdown: string): Promise<void> {
  const html = new Blob([drawn ? richText(drawn) : ''], { type: 'text/html' })
  const text = new Blob([markdown], { type: 'text/plain' })
  await navigator.clipboard.write([new ClipboardItem({ 'text/html': html, 'text/plain': text })])
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

/** The browser's own voice, a paragraph at a time: some voices end in the middle of a long text. */
function useReading({ text }: AnswerView): { readonly reading: boolean; readonly read: () => void } {
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (!reading) return undefined
    return () => speechSynthesis.cancel()
  }, [reading])
  const read = () => {
    speechSynthesis.cancel()
    if (reading) return setReading(false)
    const paragraphs = text
      .split(/\n{2,}/)
      .map(plainWords)
      .filter((words) => words !== '')
    for (const [at, words] of paragraphs.entries()) {
      const spoken = new SpeechSynthesisUtterance(words)
      spoken.lang = navigator.language
      if (at === paragraphs.length - 1) spoken.addEventListener('end', () => setReading(false))
      spoken.addEventListener('error', () => setReading(false))
      speechSynthesis.speak(spoken)
    }
    setReading(paragraphs.length > 0)
  }
  return { reading, read }
}
