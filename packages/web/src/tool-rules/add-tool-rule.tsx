import { type FormEvent, useState } from 'react'
import type { ToolRule } from '../api/guard-types.ts'
import { Button } from '../parts/button.tsx'
import { DECISION_WORDS } from '../view-model/rules/tool-rule-words.ts'
import '../parts/text-field.css'

interface AddToolRuleProps {
  readonly tools: readonly string[]
  readonly onAdd: (rule: ToolRule, onSuccess: () => void) => void
}

const DECISIONS = ['ask', 'run', 'refuse'] as const satisfies readonly ToolRule['decision'][]

/** Another rule: a tool or any, a pattern for paths or none, and what is done. */
export function AddToolRule({ tools, onAdd }: AddToolRuleProps) {
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
        Tool
        <select className="text-field" value={tool} onChange={(event) => setTool(event.target.value)}>
          <option value="*">Any tool</option>
          {tools.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="tool-rule-path">
        Path
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
        Decision
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
      <Button type="submit">Add rule</Button>
    </form>
  )
}
