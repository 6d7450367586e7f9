import type { DefinitionKind, DefinitionView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { KINDS, type KindWords, stateOf } from '../view-model/rules/definition-words.ts'
import { definitionHref, type DefinitionName } from '../workbench/place.ts'

interface DefinitionListProps {
  readonly definitions: readonly DefinitionView[] | undefined
  readonly open: DefinitionName | undefined
  readonly onNew: (kind: DefinitionKind) => void
}

/** All there are, by kind, with what is in the way of those that do nothing. */
export function DefinitionList({ definitions = [], open, onNew }: DefinitionListProps) {
  return (
    <nav className="definition-list" aria-label="Agents, skills, templates and projects">
      {KINDS.map((words) => (
        <Section
          key={words.kind}
          words={words}
          definitions={definitions.filter(({ kind }) => kind === words.kind)}
          open={open}
          onNew={() => onNew(words.kind)}
        />
      ))}
    </nav>
  )
}

interface SectionProps {
  readonly words: KindWords
  readonly definitions: readonly DefinitionView[]
  readonly open: DefinitionName | undefined
  readonly onNew: () => void
}

function Section({ words, definitions, open, onNew }: SectionProps) {
  return (
    <section>
      <div className="definition-kind">
        <h2 className="grow">{words.many}</h2>
        <IconButton icon="plus" label={`New ${words.one}`} onClick={onNew} />
      </div>
      {definitions.length === 0 ? <p className="definition-empty">None yet.</p> : null}
      <ul>
        {definitions.map((definition) => (
          <li key={`${definition.id} ${definition.path}`}>
            <Row
              definition={definition}
              words={words}
              isOpen={open?.kind === definition.kind && open.id === definition.id}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly definition: DefinitionView
  readonly words: KindWords
  readonly isOpen: boolean
}

function Row({ definition, words, isOpen }: RowProps) {
  const { id, name, description } = definition
  return (
    <a
      className="definition-row"
      href={definitionHref(definition)}
      aria-current={isOpen ? 'page' : undefined}
      title={description || name}
    >
      <Icon name={words.icon} size={14} />
      <span className="grow definition-row-words">
        <span className="cut">
          {definition.kind === 'agent' || definition.kind === 'project' ? name : id}
        </span>
      </span>
      <StateTag definition={definition} />
    </a>
  )
}

/** In words: that it does nothing, or that it came with the product. */
export function StateTag({ definition }: { readonly definition: DefinitionView }) {
  const state = stateOf(definition)
  switch (state) {
    case 'mistake':
      return <span className="tag danger">Mistake</span>
    case 'not-trusted':
      return <span className="tag warn">Not trusted</span>
    case 'changed':
      return <span className="tag">Changed since</span>
    case undefined:
      return definition.origin === 'built-in' ? <span className="definition-origin">built-in</span> : null
    default:
      return state satisfies never
  }
}
