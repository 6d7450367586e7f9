import { Fragment } from 'react'
import { NoteLink, Tag } from '../markdown/note-link.tsx'
import type { FrontMatterField } from '../view-model/files/split-front-matter.ts'
import { splitNoteLinks } from '../view-model/files/split-note-links.ts'

/** The fields at the head of a note. Tags and links in them act as they do in the text. */
export function FrontMatter({ fields }: { readonly fields: readonly FrontMatterField[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="front-matter" aria-label="Fields of this note">
      {fields.map(({ name, values }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {values.length === 0 ? <span className="faint">empty</span> : null}
            {/^tags?$/i.test(name) ? <Tags values={values} /> : <Values values={values} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Tags({ values }: { readonly values: readonly string[] }) {
  const tags = values.flatMap((value) => value.split(/[\s,]+/)).map((tag) => tag.replace(/^#/, ''))
  return [...new Set(tags)].filter(Boolean).map((tag) => (
    <span key={tag}>
      <Tag tag={tag} />
    </span>
  ))
}

function Values({ values }: { readonly values: readonly string[] }) {
  return values.map((value, at) => (
    // Values may be the same twice, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {splitNoteLinks(value, { tags: false }).map((piece, part) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={part}>
          <NoteLink piece={piece} />
        </Fragment>
      ))}
    </span>
  ))
}
