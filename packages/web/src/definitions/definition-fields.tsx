import './definition-fields.css'
import type { DefinitionTextView } from '@varve/contract'
import { CHAT_SETTING_ROWS, type SettingRow } from '@varve/contract/tables/settings'
import { useId } from 'react'
import { useModels } from '../api/queries.ts'
import { t } from '../i18n/t.ts'

interface DefinitionFieldsProps {
  readonly definition: Pick<DefinitionTextView, 'kind'>
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The fields at the head of an agent, skill, template or project, as a form. The text below it stays the source. */
export function DefinitionFields({ definition: { kind }, text, onChange }: DefinitionFieldsProps) {
  const { data: models = [] } = useModels()
  const props = { text, onChange }
  const rows = CHAT_SETTING_ROWS.flatMap(([, row]) => {
    const name = kind === 'agent' ? row.agentField : kind === 'project' ? row.projectField : undefined
    return name === undefined ? [] : [{ name, row }]
  })
  const known = models.map(({ id, name, providerName }): readonly [string, string] => [
    id,
    `${name}, ${providerName}`,
  ])
  return (
    <fieldset className="definition-fields">
      <legend className="visually-hidden">{t('Fields')}</legend>
      <TextRow name="name" label={t('Name')} {...props} />
      <TextRow name="description" label={t('Description')} isLong {...props} />
      {kind === 'agent' ? <ChoiceRow name="model" label={t('Model')} choices={known} {...props} /> : null}
      {rows.length === 0 ? null : (
        <details>
          <summary>{t('Settings of its chats')}</summary>
          {rows.map(({ name, row }) => (
            <SettingField key={name} name={name} row={row} {...props} />
          ))}
        </details>
      )}
    </fieldset>
  )
}

interface RowProps extends Omit<DefinitionFieldsProps, 'definition'> {
  readonly name: string
  readonly label: string
}

function SettingField({ row, ...props }: Omit<RowProps, 'label'> & { readonly row: SettingRow }) {
  const { label } = row
  switch (row.kind) {
    case 'choice': {
      const choices = Object.entries(row.choices).map(([id, words]) => [id, t(words)] as const)
      return <ChoiceRow {...props} label={t(label)} choices={choices} />
    }
    case 'switch':
      return (
        <ChoiceRow
          {...props}
          label={t(label)}
          choices={[
            ['true', t('On')],
            ['false', t('Off')],
          ]}
        />
      )
    case 'number':
      return <TextRow {...props} label={t(label)} isNumber />
    default:
      return <TextRow {...props} label={t(label)} />
  }
}

interface TextRowProps extends RowProps {
  readonly isLong?: boolean
  readonly isNumber?: boolean
}

function TextRow({ name, label, text, onChange, isLong = false, isNumber = false }: TextRowProps) {
  const id = useId()
  const field = readField(text, name)
  const shared = {
    id,
    className: 'text-field',
    disabled: field === SEVERAL_LINES,
    value: field === SEVERAL_LINES ? t('Over several lines: edit it below') : (field ?? ''),
  }
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea
          {...shared}
          rows={2}
          onChange={({ target }) => onChange(writeField(text, name, target.value.replaceAll('\n', ' ')))}
        />
      ) : (
        <input
          {...shared}
          inputMode={isNumber ? 'decimal' : undefined}
          autoComplete="off"
          onChange={({ target }) => onChange(writeField(text, name, target.value, isNumber))}
        />
      )}
    </div>
  )
}

interface ChoiceRowProps extends RowProps {
  readonly choices: readonly (readonly [value: string, words: string])[]
}

function ChoiceRow({ name, label, text, onChange, choices }: ChoiceRowProps) {
  const id = useId()
  const field = readField(text, name) ?? ''
  const isKnown = field === '' || choices.some(([value]) => value === field)
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="text-field"
        disabled={field === SEVERAL_LINES}
        value={field}
        onChange={({ target }) =>
          onChange(writeField(text, name, target.value, /^(?:true|false)$/.test(target.value)))
        }
      >
        <option value="">{t('The chat’s own model')}</option>
        {isKnown ? null : <option value={field}>{field}</option>}
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

const FRONT = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m

/** Stands for a value that the form leaves to the text: no value of one line is this. */
export const SEVERAL_LINES = '\n'

/** Names, and words without anything that YAML could take for something else. */
const PLAIN = /^\p{L}[\p{L}\p{N} _./()’,+-]*$/u
const WORD_OF_YAML = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** The value of a field in the front matter; undefined where it isn't there. */
export function readField(text: string, name: string): string | undefined {
  const lines = frontLines(text)
  const at = lines.findIndex((line) => isField(line, name))
  if (at < 0) return undefined
  if (isInside(lines[at + 1])) return SEVERAL_LINES
  const value = (lines[at] ?? '').slice(name.length + 1).trim()
  if (/^[|>[{&*!]/.test(value)) return SEVERAL_LINES
  if (value.startsWith('"')) return unquoted(value)
  if (value.startsWith("'")) return /^'((?:[^']|'')*)'/.exec(value)?.[1]?.replaceAll("''", "'") ?? value
  return value.replace(/\s#.*$/, '')
}

/** The text with a field of its front matter set, or without it where it is empty. All other lines stay. */
export function writeField(text: string, name: string, value: string, isBare = false): string {
  const written = value === '' ? [] : [`${name}: ${isBare || isPlain(value) ? value : JSON.stringify(value)}`]
  const front = FRONT.exec(text)
  if (!front) return written.length === 0 ? text : `---\n${written[0] ?? ''}\n---\n${text}`
  const lines = frontLines(text)
  const at = lines.findIndex((line) => isField(line, name))
  const next = at < 0 ? [...lines, ...written] : lines.toSpliced(at, 1, ...written)
  const inside = next.map((line) => `${line}\n`).join('')
  const [head, old = ''] = front
  const start = front.index + head.indexOf(old, head.indexOf('\n') + 1)
  return `${text.slice(0, start)}${inside}${text.slice(start + old.length)}`
}

function frontLines(text: string): readonly string[] {
  const inside = FRONT.exec(text)?.[1] ?? ''
  return inside === '' ? [] : inside.replace(/\r?\n$/, '').split(/\r?\n/)
}

function isField(line: string, name: string): boolean {
  return line.startsWith(`${name}:`) && /^:(?:\s|$)/.test(line.slice(name.length))
}

/** A line that continues the field above it. */
function isInside(line: string | undefined): boolean {
  return line !== undefined && /^(?:[ \t]+\S|-\s)/.test(line)
}

function isPlain(value: string): boolean {
  return PLAIN.test(value) && !WORD_OF_YAML.test(value) && value.trim() === value
}

function unquoted(value: string): string {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return value.replaceAll(/^"|"$/g, '')
  }
}
