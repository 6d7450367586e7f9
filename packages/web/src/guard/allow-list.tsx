import { adviseOn } from '../api/web-error.ts'
import { findingName, FINDING_TYPES, upperFirst } from '../view-model/rules/guard-words.ts'
import { AddOne } from './add-one.tsx'
import { Fold } from './fold.tsx'
import type { GuardPartProps } from './guard-part-props.ts'
import { NameList } from './name-list.tsx'

/** What is never a finding. */
export function AllowList({ policy, onChange, error }: GuardPartProps & { readonly error: unknown }) {
  const { allow } = policy
  const { literals, domains, types } = allow
  const nameOf = (type: string) => upperFirst(findingName(type, 2))
  return (
    <Fold title="Never found" count={literals.length + domains.length + types.length}>
      <NameList
        label="Values"
        names={literals}
        placeholder="info@our-company.com"
        onChange={(names, options) => onChange({ allow: { ...allow, literals: names } }, options)}
      />
      <NameList
        label="Domains, with all below them"
        names={domains}
        placeholder="our-company.com"
        problem={error ? adviseOn(error).what : undefined}
        onChange={(names, options) => onChange({ allow: { ...allow, domains: names } }, options)}
      />
      <NameList
        label="Types"
        names={types}
        nameOf={nameOf}
        onChange={(names) => onChange({ allow: { ...allow, types: names } })}
      >
        <AddOne
          label="Add a type that is never found"
          choices={FINDING_TYPES.filter((type) => !types.includes(type)).map((type) => [type, nameOf(type)])}
          onAdd={(type) => onChange({ allow: { ...allow, types: [...types, type] } })}
        />
      </NameList>
    </Fold>
  )
}
