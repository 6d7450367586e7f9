import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { WordOption } from '../view-model/composer/word-groups.ts'
import '../parts/text-field.css'
import './template-form.css'

interface TemplateFormProps {
  readonly option: WordOption
  readonly onFill: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}

/** What a template asks for, each in a field of its own. What is left empty can be typed later. */
export function TemplateForm({ option, onFill, onClose }: TemplateFormProps) {
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
    <Dialog label={`Fill in ${option.item}`} place="center" forTyping onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-head">
          <h2 className="grow">{option.item}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
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
            Cancel
          </Button>
          <Button look="main" type="submit">
            Insert
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
