import './mention-list.css'
import '../parts/text-field.css'
import './template-form.css'
import type { FileView } from '@varve/contract'
import {
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { MentionGroup, MentionOption } from '../view-model/composer/mention-groups.ts'
import { countFiles, countNotes, formatBytes, formatTokensShort } from '../view-model/text/format.ts'
import type { MentionPicker } from './use-mention-picker.ts'
import { adviseOn } from '../parts/web-error.ts'
import { FileIcon, PrivacyTag } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Mark } from '../view-model/text/text.ts'
import { type Mention, replaceMention, shortAddress } from '../view-model/composer/find-mention.ts'
import type { WordOption } from '../view-model/composer/word-groups.ts'
import { useActions } from '../workbench/actions.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../i18n/t.ts'

interface MentionListProps {
  readonly id: string
  readonly picker: MentionPicker
  readonly keptKeys: readonly string[]
  readonly attached: readonly string[]
  readonly onPick: (option: MentionOption) => void
}

/** What answers to what was typed after `@`, `[[` or `/`. Focus stays in the field; arrows move the mark. */
export function MentionList({ id, picker, keptKeys, attached, onPick }: MentionListProps) {
  const { groups, active, mention, setActive } = picker
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return (
    <div className="mention-list">
      {count === 0 ? (
        <MentionEmpty id={id} picker={picker} />
      ) : (
        <div
          id={id}
          className="mention-options"
          role="listbox"
          aria-label={mention?.sign === '/' ? t('What to use') : t('What to attach')}
          tabIndex={0}
          // Keeps focus in the field, and with it the list, while the pointer scrolls.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, place) => {
            const start = groups.slice(0, place).reduce((sum, { options }) => sum + options.length, 0)
            return (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
                <GroupTitle id={`${id}-group-${place}`} group={group} />
                {group.options.map((option, index) => (
                  <MentionRow
                    key={option.item}
                    id={`${id}-${start + index}`}
                    option={option}
                    isActive={start + index === active}
                    state={stateOf(option, attached, keptKeys)}
                    onMove={() => setActive(start + index)}
                    onPick={() => onPick(option)}
                  />
                ))}
              </div>
            )
          })}
        </div>
      )}
      <p className="mention-foot">
        <span className="mention-keys">
          <kbd>⏎</kbd> {mention ? VERBS[mention.sign] : ''} <kbd>Esc</kbd> {t('close')}
        </span>
        {mention?.sign === '@' ? (
          <span className="cut">{t('# tags · https:// a page · [[ link a note')}</span>
        ) : null}
      </p>
      <span className="visually-hidden" role="status">
        {t('{count} {count|match|matches}', { count })}
      </span>
    </div>
  )
}

const VERBS = { '@': t('attach'), '[[': t('link and attach'), '/': t('use') } as const

function GroupTitle({ id, group }: { readonly id: string; readonly group: MentionGroup }) {
  const { title, options, found } = group
  return (
    <div id={id} className="mention-title">
      {title}
      {found > options.length ? (
        <span className="figures">{t('{count} of {found}', { count: options.length, found })}</span>
      ) : null}
    </div>
  )
}

function stateOf(
  { item }: MentionOption,
  attached: readonly string[],
  keptKeys: readonly string[],
): 'attached' | 'kept' | undefined {
  if (attached.includes(item)) return 'attached'
  return keptKeys.includes(item) ? 'kept' : undefined
}

/** Nothing to pick, and why: still on its way, nothing there, or nothing like it. */
function MentionEmpty({ id, picker }: { readonly id: string; readonly picker: MentionPicker }) {
  return (
    <p id={id} className="mention-none" role="status">
      {wordsFor(picker)}
    </p>
  )
}

function wordsFor({ mention, mentionable }: MentionPicker): string {
  const { sign, query = '' } = mention ?? {}
  if (sign === '/')
    return query === ''
      ? t('There are no templates or skills here yet.')
      : t('No template, skill or command matches “{query}”.', { query })
  if (/^https?:/i.test(query)) return t('Type or paste the full address of a page.')
  if (mentionable.isPending) return t('Loading files…')
  if (mentionable.error)
    return t('Varve couldn’t list the files. {what}', { what: adviseOn(mentionable.error).what })
  if (query.startsWith('#'))
    return query === '#'
      ? t('No note in this workspace has a tag.')
      : t('No tag matches “{query}”.', { query })
  if (query === '')
    return sign === '[[' ? t('This workspace has no notes yet.') : t('This workspace has no files yet.')
  return sign === '[['
    ? t('No note matches “{query}”.', { query })
    : t('No file, folder or tag matches “{query}”.', { query })
}

interface MentionRowProps {
  readonly id: string
  readonly option: MentionOption
  readonly isActive: boolean
  readonly state: 'attached' | 'kept' | undefined
  readonly onMove: () => void
  readonly onPick: () => void
}

/** One thing to attach: its kind, its name with the match highlighted, its folder, its size. */
function MentionRow({ id, option, isActive, state, onMove, onPick }: MentionRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="mention-option"
      onMouseMove={onMove}
      onClick={() => {
        // The first click closes the list.
        ignoreSecondClick()
        onPick()
      }}
    >
      <RowBody option={option} />
      {state === undefined ? (
        <span className="faint figures">{sizeOf(option)}</span>
      ) : (
        <span className="tag">{state === 'attached' ? t('Attached') : t('Kept')}</span>
      )}
    </div>
  )
}

function RowBody({ option }: { readonly option: MentionOption }) {
  switch (option.kind) {
    case 'file':
      return (
        <>
          <FileIcon kind={option.match.file.kind} />
          <Marked name={option.match.alias ?? option.match.name} marks={option.match.marks} />
          <span className="grow cut faint">
            {option.match.alias === undefined ? option.match.folder : `→ ${option.match.name}`}
          </span>
          <PrivacyTag privacy={option.match.file.privacy} />
        </>
      )
    case 'chat':
      return (
        <>
          <Icon name="chat" size={14} />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
          <PrivacyTag privacy={option.file?.privacy} />
        </>
      )
    case 'folder':
    case 'tag':
      return (
        <>
          <FileIcon kind={option.kind} />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
        </>
      )
    case 'heading':
      return (
        <>
          <FileIcon kind="selection" />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
        </>
      )
    case 'page':
      return (
        <>
          <FileIcon kind="url" />
          <span>{t('Attach this page')}</span>
          <span className="grow cut faint">{shortAddress(option.item)}</span>
        </>
      )
    case 'word':
      return (
        <>
          <Icon name={option.icon} size={14} />
          <Marked name={option.item} marks={option.marks} />
          <span className="grow cut faint">{option.about}</span>
        </>
      )
    default:
      return option satisfies never
  }
}

function sizeOf(option: MentionOption): string {
  switch (option.kind) {
    case 'file':
      return fileSize(option.match.file)
    case 'chat':
      return option.file ? fileSize(option.file) : ''
    case 'folder':
      return countFiles(option.count)
    case 'tag':
      return countNotes(option.count)
    case 'heading':
    case 'page':
      return ''
    case 'word':
      return option.inert?.why ?? ''
    default:
      option satisfies never
      return ''
  }
}

function fileSize({ tokens, bytes }: FileView): string {
  return tokens === undefined ? formatBytes(bytes) : formatTokensShort(tokens)
}

function Marked({ name, marks }: { readonly name: string; readonly marks: readonly Mark[] }) {
  const parts = marks.map(([from, to], index): ReactNode => {
    const end = marks[index - 1]?.[1] ?? 0
    return (
      <Fragment key={from}>
        {name.slice(end, from)}
        <b>{name.slice(from, to)}</b>
      </Fragment>
    )
  })
  return (
    <span className="cut">
      {parts}
      {name.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}

/**
 * To be called by what goes away when it is clicked: of a double click on it, the second click must not act on what
 * lay beneath.
 */
function ignoreSecondClick(): void {
  for (const kind of ['mousedown', 'click'] as const)
    addEventListener(kind, stopIfSecond, { capture: true, once: true })
}

function stopIfSecond(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

interface WordPick {
  /** Puts what was picked into the text, after it was filled in where it asks for several things. */
  readonly pickWord: (option: WordOption, mention: Mention) => void
  /** What it asks for; null while nothing is filled in. */
  readonly form: ReactNode
}

interface Filling {
  readonly option: WordOption
  readonly mention: Mention
}

/** What happens to a word that was picked behind `@` or `/`. */
export function useWordPick(text: string, onType: (text: string, caret: number) => void): WordPick {
  const { openDefinition, openSettings } = useActions()
  const [filling, setFilling] = useState<Filling>()
  const put = (mention: Mention, words: string) => {
    const typed = replaceMention(text, mention, words)
    onType(typed.text, typed.caret)
  }
  const fill = (values: Readonly<Record<string, string>>) => {
    setFilling(undefined)
    if (filling) put(filling.mention, `${filling.option.item} ${writeParameters(values)}`.trim())
  }
  return {
    pickWord: (option, mention) => {
      if (option.inert?.definition) openDefinition(option.inert.definition)
      else if (option.inert) openSettings('tools')
      // The rest of the message stays for one item, and typing continues after it.
      else if (option.variables.length < 2) put(mention, option.item)
      else setFilling({ option, mention })
    },
    form: filling ? (
      <TemplateForm option={filling.option} onFill={fill} onClose={() => setFilling(undefined)} />
    ) : null,
  }
}

/** A template's parameters as written after its name; empty ones are left out. */
export function writeParameters(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(' ')
}

function quoted(value: string): string {
  if (/^[^\s"\\]+$/.test(value)) return value
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

interface TemplateFormProps {
  readonly option: WordOption
  readonly onFill: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}

/** What a template asks for, each in a field of its own. What is left empty can be typed later. */
function TemplateForm({ option, onFill, onClose }: TemplateFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFill(values)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onFill(values)
  }
  return (
    <Dialog
      label={t('Fill in {item}', { item: option.item })}
      title={option.item}
      forTyping
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <div className="dialog-body template-form">
          <p className="faint">{option.about}</p>
          {option.variables.map((name, index) => (
            <label key={name} htmlFor={`${id}-${index}`}>
              <span>{name}</span>
              <textarea
                id={`${id}-${index}`}
                className="text-field"
                rows={1}
                value={values[name] ?? ''}
                onKeyDown={sendOnEnter}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button look="main" type="submit">
            {t('Insert')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
