import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './button.css'

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
