import type { Draw } from './draw.ts'

const GB_AREAS = ['SW1A', 'M4', 'LS11', 'EH3', 'BS1', 'N16', 'CF10', 'GU21', 'B15', 'W1T'] as const
const GB_END = 'ABDEFGHJLNPQRSTUWXYZ'

export function drawPostcode(draw: Draw, variant: string): string {
  switch (variant) {
    case 'ca':
      return `${draw.pick(['K1A', 'M5V', 'V6B', 'H3Z', 'T2P'])} ${draw.digits(1)}${draw.text('ABCEGHJKLMNPRSTVWXYZ', 1)}${draw.digits(1)}`
    case 'us':
      return `${draw.pick(['100', '941', '606', '752', '331'])}${draw.digits(2)}-${draw.between(1, 9)}${draw.digits(3)}`
    case 'five':
      return `${draw.pick(['75', '69', '10', '28', '80', '50'])}${draw.digits(3)}`
    case 'nl':
      return `${draw.between(1, 9)}${draw.digits(3)} ${draw.text('ABCDEGHJKLMNPRSTVWXZ', 2)}`
    default:
      return `${draw.pick(GB_AREAS)} ${draw.digits(1)}${draw.text(GB_END, 2)}`
  }
}

export function drawAddress(draw: Draw, variant: string): string {
  const number = draw.between(2, 289)
  switch (variant) {
    case 'us':
      return `${number * 7} ${draw.pick(['Maple Avenue', 'W 34th Street', 'Harbor Blvd', 'Elm St', 'Lakeview Drive'])}, ${draw.pick(['Apt 4B', 'Suite 210', 'Unit 7'])}, ${draw.pick(['Denver, CO 80203', 'Austin, TX 78701', 'Portland, OR 97205'])}`
    case 'usshort':
      return `${number * 3} ${draw.pick(['Orchard Lane', 'Birch Road', 'Sunset Drive', 'Main St'])}`
    case 'fr':
      return `${number} ${draw.pick(['rue de la République', 'avenue Jean Jaurès', 'boulevard Voltaire', 'place Bellecour'])}, ${draw.pick(['69002 Lyon', '75011 Paris', '33000 Bordeaux'])}`
    case 'de':
      return `${draw.pick(['Lindenstraße', 'Hauptstraße', 'Goethestr.', 'Am Markt'])} ${number}, ${draw.pick(['10969 Berlin', '80331 München', '50667 Köln'])}`
    case 'es':
      return `${draw.pick(['Calle de Alcalá', 'C/ Mayor', 'Avenida de la Constitución', 'Paseo de Gracia'])} ${number}, ${draw.pick(['2º B', '4º izq.', '1º A'])}, ${draw.pick(['28014 Madrid', '08007 Barcelona', '41001 Sevilla'])}`
    default:
      return `${number} ${draw.pick(['Kingsway', 'Station Road', 'Victoria Terrace', 'High Street', 'Church Lane'])}, ${draw.pick(['London', 'Leeds', 'Bristol', 'Cardiff'])} ${drawPostcode(draw, 'gb')}`
  }
}
