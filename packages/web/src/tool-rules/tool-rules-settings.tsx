import './tool-rules.css'
import '../parts/text-field.css'
import type { ToolRule, ToolRulesView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useToolRules } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { useActions } from '../workbench/actions.ts'
import { routes } from '../api/routes.ts'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { DECISION_WORDS, toolWords } from '../view-model/rules/tool-rule-words.ts'
import { Button } from '../parts/button.tsx'
import { t } from '../i18n/t.ts'

const DECISIONS = ['ask', 'run', 'refuse'] as const satisfies readonly ToolRule['decision'][]

/** What an agent may do without asking, what it asks for, and what it may not do. */
export function ToolRulesSettings() {
  const { data, error, refetch } = useToolRules()
  const title = useId()
  return (
    <section className="tool-rules" aria-labelledby={title}>
      <h3 id={title}>{t('Rules for tools')}</h3>
      <p className="switch-about">
        {t(
          'Agents read without asking, and ask before they write, delete or fetch. Rules change that by tool and path; the strictest rule applies. Once a chat contains text from the web, agents always ask before they write, delete or fetch.',
        )}
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Rules stored={data} /> : null}
    </section>
  )
}

function Rules({ stored }: { readonly stored: ToolRulesView }) {
  const client = useQueryClient()
  const { changes } = useActions().memory
  const save = useMutation({
    // One after the other: each is the whole of what the one before it left.
    scope: { id: 'tool-rules' },
    mutationFn: (change: (rules: readonly ToolRule[]) => readonly ToolRule[]) =>
      routes.changeToolRules(
        change(client.getQueryData<ToolRulesView>(keys.toolRules)?.rules ?? stored.rules),
      ),
    onSuccess: (saved) => {
      client.setQueryData(keys.toolRules, saved)
      void client.invalidateQueries({ queryKey: keys.audit })
    },
  })
  const { rules, tools } = stored
  // What is asked next is done by the rules as they are then. Why they are not is shown below.
  const change = (...saved: Parameters<typeof save.mutateAsync>) =>
    void changes.track(save.mutateAsync(...saved)).catch(() => undefined)
  const without = (rule: ToolRule) => change((now) => now.filter((other) => !isSame(other, rule)))
  return (
    <>
      {rules.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Tool')}</th>
              <th scope="col">{t('Path')}</th>
              <th scope="col">{t('Decision')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('Remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <RuleRow key={`${rule.tool} ${rule.path} ${rule.decision}`} rule={rule} onRemove={without} />
            ))}
          </tbody>
        </table>
      )}
      <AddToolRule
        tools={tools.map(({ name }) => name)}
        onAdd={(rule, onSuccess) => change((now) => [...now, rule], { onSuccess })}
      />
      {save.error ? <ErrorNotice error={save.error} /> : null}
    </>
  )
}

interface RuleRowProps {
  readonly rule: ToolRule
  readonly onRemove: (rule: ToolRule) => void
}

function RuleRow({ rule, onRemove }: RuleRowProps) {
  const { path, decision } = rule
  const name = `${toolWords(rule)}, ${path ?? t('any path')}`
  return (
    <tr data-decision={decision}>
      <td>{toolWords(rule)}</td>
      <td>{path === undefined ? t('Any') : <code>{path}</code>}</td>
      <td>{DECISION_WORDS[decision]}</td>
      <td>
        <button
          type="button"
          className="icon-button small"
          aria-label={t('Remove the rule for {name}', { name })}
          onClick={() => onRemove(rule)}
        >
          <Icon name="close" size={14} />
        </button>
      </td>
    </tr>
  )
}

function isSame(one: ToolRule, other: ToolRule): boolean {
  return one.tool === other.tool && one.path === other.path && one.decision === other.decision
}

interface AddToolRuleProps {
  readonly tools: readonly string[]
  readonly onAdd: (rule: ToolRule, onSuccess: () => void) => void
}

/** Another rule: a tool or any, a pattern for paths or none, and what is done. */
function AddToolRule({ tools, onAdd }: AddToolRuleProps) {
  const [tool, setTool] = useState('*')
  const [path, setPath] = useState('')
  const [decision, setDecision] = useState<ToolRule['decision']>('ask')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const pattern = path.trim()
    onAdd({ tool, ...(pattern === '' ? {} : { path: pattern }), decision }, () => setPath(''))
  }
  return (
    <form className="tool-rule" onSubmit={add}>
      <label>
        {t('Tool')}
        <select className="text-field" value={tool} onChange={(event) => setTool(event.target.value)}>
          <option value="*">{t('Any tool')}</option>
          {tools.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="tool-rule-path">
        {t('Path')}
        <input
          className="text-field"
          placeholder="drafts/**"
          autoComplete="off"
          spellCheck={false}
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
      </label>
      <label>
        {t('Decision')}
        <select
          className="text-field"
          value={decision}
          onChange={(event) => setDecision(DECISIONS.find((one) => one === event.target.value) ?? 'ask')}
        >
          {DECISIONS.map((one) => (
            <option key={one} value={one}>
              {DECISION_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{t('Add rule')}</Button>
    </form>
  )
}
