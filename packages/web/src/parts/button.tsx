import type { ComponentProps } from 'react'
import './button.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main` is filled with ink: one on a surface. */
  readonly look?: 'plain' | 'main' | 'bare' | 'danger'
  readonly small?: boolean
}

export function Button({ look = 'plain', small = false, ...rest }: ButtonProps) {
  return <button type="button" className={`button ${look}${small ? ' small' : ''}`} {...rest} />
}
