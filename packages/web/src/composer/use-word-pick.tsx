import { type ReactNode, useState } from 'react'
import { type Mention, replaceMention } from '../view-model/composer/find-mention.ts'
import type { WordOption } from '../view-model/composer/word-groups.ts'
import { writeParameters } from '../view-model/composer/write-parameters.ts'
import { useActions } from '../workbench/actions.ts'
import { TemplateForm } from './template-form.tsx'

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
  const { openDefinition } = useActions()
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
      if (option.inert) openDefinition(option.inert.definition)
      // For one thing the rest of the message stands, which is typed on.
      else if (option.variables.length < 2) put(mention, option.item)
      else setFilling({ option, mention })
    },
    form: filling ? (
      <TemplateForm option={filling.option} onFill={fill} onClose={() => setFilling(undefined)} />
    ) : null,
  }
}
