import './button.css'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main` is filled with ink: one on a surface. */
  readonly look?: 'plain' | 'main' | 'bare' | 'danger'
  readonly small?: boolean
}

export function Button({ look = 'plain', small = false, ...rest }: ButtonProps) {
  return <button type="button" className={`button ${look}${small ? ' small' : ''}`} {...rest} />
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  readonly icon: IconName
  /** Said aloud, and shown when the pointer rests on it. */
  readonly label: string
  readonly small?: boolean
}

export function IconButton({ icon, label, small = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={small ? 'icon-button small' : 'icon-button'}
      title={label}
      aria-label={label}
      {...rest}
    >
      <Icon name={icon} size={small ? 14 : 16} />
    </button>
  )
}
