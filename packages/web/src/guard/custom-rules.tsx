import '../parts/chip.css'
import type { CustomRuleView, GuardPolicyView } from '@varve/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { severityName, upperFirst } from '../view-model/rules/guard-words.ts'
import { Fold } from './fold.tsx'
import { t } from '../i18n/t.ts'

interface CustomRulesProps extends GuardPartProps {
  /** Why the rule that was added last was refused. */
  readonly error: unknown
}

const SEVERITIES = ['critical', 'high', 'moderate', 'low'] as const
const KINDS = { text: t('Text'), pattern: t('Pattern') } as const
type Kind = keyof typeof KINDS

/** Words and patterns of one's own that are not to leave, such as the name of a client or the form of case numbers. */
export function CustomRules({ policy, onChange, error }: CustomRulesProps) {
  const { custom } = policy
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('text')
  const [source, setSource] = useState('')
  const [severity, setSeverity] = useState<CustomRuleView['severity']>('high')
  const [sample, setSample] = useState('')
  const id = useId()
  const isWhole = name.trim() !== '' && source !== ''
  const rule: CustomRuleView = { name: name.trim(), [kind]: source, severity }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    // What has been typed since then is the next rule.
    const onSuccess = () => {
      setName((typed) => (typed === name ? '' : typed))
      setSource((typed) => (typed === source ? '' : typed))
    }
    onChange({ custom: [...custom, rule] }, { onSuccess })
  }
  return (
    <Fold title={t('Custom rules')} count={custom.length}>
      {custom.length === 0 ? null : (
        <ul className="custom-rules">
          {custom.map((one) => (
            <li key={`${one.name} ${one.text ?? ''} ${one.pattern ?? ''}`}>
              <b>{one.name}</b>
              <code className="cut">{one.text ?? `/${one.pattern ?? ''}/`}</code>
              <span className="custom-rule-facts">
                {one.text === undefined ? t('pattern') : t('text')}, {severityName(one.severity)}
              </span>
              <button
                type="button"
                className="icon-button small"
                aria-label={t('Remove the rule {name}', { name: one.name })}
                onClick={() => onChange({ custom: custom.filter((other) => other !== one) })}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="custom-rule" onSubmit={add}>
        <label>
          {t('Name')}
          <input
            className="text-field"
            placeholder={t('Client')}
            autoComplete="off"
            maxLength={40}
            aria-describedby={id}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label>
          {t('Match by')}
          <select
            className="text-field"
            value={kind}
            onChange={(event) => setKind(event.target.value === 'pattern' ? 'pattern' : 'text')}
          >
            {Object.entries(KINDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label className="custom-rule-source">
          {kind === 'text' ? t('Text to find') : t('Pattern to find')}
          <input
            className={kind === 'text' ? 'text-field' : 'text-field mono'}
            placeholder={kind === 'text' ? 'Harbour Street Holdings' : 'CLT-\\d{4,6}'}
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            aria-describedby={id}
            value={source}
            onChange={(event) => setSource(event.target.value)}
          />
        </label>
        <label>
          {t('Severity')}
          <select
            className="text-field"
            value={severity}
            onChange={(event) => setSeverity(SEVERITIES.find((one) => one === event.target.value) ?? 'high')}
          >
            {SEVERITIES.map((one) => (
              <option key={one} value={one}>
                {upperFirst(one)}
              </option>
            ))}
          </select>
        </label>
        <label className="custom-rule-source">
          {t('Try it on a sample')}
          <input
            className="text-field"
            placeholder={t('Paste a line that should match')}
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            value={sample}
            onChange={(event) => setSample(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={!isWhole}>
          {t('Add rule')}
        </Button>
      </form>
      {isWhole && sample !== '' ? <Trial rule={rule} sample={sample} /> : null}
      <p id={id} className="custom-rule-problem" role="alert">
        {error ? adviseOn(error).what : ''}
      </p>
    </Fold>
  )
}

/** What the rule that is being written finds in the sample. */
function Trial({ rule, sample }: { readonly rule: CustomRuleView; readonly sample: string }) {
  const tried = useDeferredValue(JSON.stringify({ rule, sample }))
  const { data, error } = useQuery({
    queryKey: [...keys.tryRule, tried],
    queryFn: () => {
      const { rule: deferred, sample: text } = JSON.parse(tried) as { rule: CustomRuleView; sample: string }
      return routes.tryRule(deferred, text)
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  if (error)
    return (
      <p className="custom-rule-problem" role="status">
        {adviseOn(error).what}
      </p>
    )
  if (!data) return null
  const { matches, type } = data
  const [head] = matches
  return (
    <p className="custom-rule-trial" role="status">
      {matches.length === 0 ? t('No match in the sample') : t('{count} found:', { count: matches.length })}{' '}
      {matches.map(({ start, end }) => (
        <mark key={start}>{sample.slice(start, end)}</mark>
      ))}
      {head ? (
        <span className="custom-rule-facts">
          {t('Replaced by {placeholder}', { placeholder: `<<${type}_1>>` })}
        </span>
      ) : null}
    </p>
  )
}

/** What a part of the guard's settings shows and changes. */
export interface GuardPartProps {
  readonly policy: GuardPolicyView
  /** Saves what differs, at once. */
  readonly onChange: (change: Partial<GuardPolicyView>, options?: { readonly onSuccess?: () => void }) => void
}

interface NameListProps {
  readonly label: string
  readonly names: readonly string[]
  readonly nameOf?: (name: string) => string
  readonly placeholder?: string
  readonly onChange: (names: readonly string[], options?: { readonly onSuccess?: () => void }) => void
  /** Why the name that was added last was refused. */
  readonly problem?: string | undefined
  /** Instead of a field to type a name into. */
  readonly children?: ReactNode
}

/** Names as chips, to add to and to take out of. */
export function NameList(props: NameListProps) {
  const { label, names, nameOf = String, placeholder, onChange, problem, children } = props
  const [typed, setTyped] = useState('')
  const id = useId()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    if (name === '') return
    // What is refused stays in the field, to be put right.
    if (names.includes(name)) setTyped('')
    else onChange([...names, name], { onSuccess: () => setTyped('') })
  }
  return (
    <div className="name-list" role="group" aria-labelledby={id}>
      <span id={id} className="name-list-label">
        {label}
      </span>
      {names.length === 0 ? null : (
        <div className="chips">
          {names.map((name) => (
            <span key={name} className="chip">
              <span className="chip-body cut">{nameOf(name)}</span>
              <button
                type="button"
                className="chip-remove"
                aria-label={t('Remove {name}', { name: nameOf(name) })}
                onClick={() => onChange(names.filter((other) => other !== name))}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          ))}
        </div>
      )}
      {children ?? (
        <form className="name-list-add" onSubmit={add}>
          <input
            className="text-field grow"
            aria-labelledby={id}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-problem`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            {t('Add')}
          </Button>
        </form>
      )}
      {children ? null : (
        <p id={`${id}-problem`} className="custom-rule-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
