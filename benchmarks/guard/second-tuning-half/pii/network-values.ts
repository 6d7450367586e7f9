import { DIGITS, type Draw, HEX, LOWER, UPPER } from './draw.ts'
import { groups } from './shapes.ts'

export function ip(draw: Draw, variant: string): string {
  const octet = (): number => draw.between(2, 253)
  const group = (): string => draw.text('123456789abcdef', 1) + draw.text(HEX, 3)
  switch (variant) {
    case 'private':
      return draw.pick([
        `10.${octet()}.${octet()}.${octet()}`,
        `192.168.${octet()}.${octet()}`,
        `172.${draw.between(16, 31)}.${octet()}.${octet()}`,
      ])
    case '6':
      return `2${draw.pick(['001:41d0', 'a01:4f8', 'a02:8109', '606:4700', '804:14c'])}:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`
    case '6short':
      return `2${draw.pick(['001:41d0', 'a01:4f8', 'a02:8109', '606:4700'])}:${group()}::${draw.text(HEX.slice(1), 1)}${draw.text(HEX, 1)}`
    case '6local':
      return `fe80::${group()}:${group()}:${group()}:${group()}`
    default:
      return `${draw.pick([23, 34, 45, 51, 62, 78, 81, 89, 93, 104, 138, 142, 151, 163, 176, 185, 194, 212, 217])}.${octet()}.${octet()}.${octet()}`
  }
}

export function mac(draw: Draw, variant: string): string {
  const text =
    draw.pick(['3c5282', 'a45e60', '001b63', 'f0d5bf', 'b827eb', '7085c2', '9c8e99', 'dca632']) +
    draw.text(HEX, 6)
  if (variant === 'cisco') return groups(text, [4, 4, 4], '.')
  const pairs = groups(text, [2, 2, 2, 2, 2, 2], variant.startsWith('dash') ? '-' : ':')
  return variant.endsWith('upper') ? pairs.toUpperCase() : pairs
}

export const credentials = (draw: Draw, variant: string): string => {
  const user =
    variant === 'token'
      ? draw.pick(['oauth2', 'ci-bot', 'deploy'])
      : draw.pick(['admin', 'app_rw', 'svc-billing', 'reporting', 'root', 'lucia', 'etl_user', 'backup'])
  const words =
    variant === 'encoded'
      ? `${draw.text(LOWER, 4)}%40${draw.text(UPPER + DIGITS, 5)}%21`
      : draw.pick([
          draw.text(UPPER + LOWER + DIGITS, 12),
          `${draw.text(LOWER, 5)}-${draw.digits(3)}${draw.text(UPPER, 2)}`,
          `${draw.text(LOWER, 4)}${draw.text(UPPER, 3)}${draw.digits(4)}!x`,
        ])
  return `${user}:${words}`
}
