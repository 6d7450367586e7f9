import { describe, expect, test } from 'vitest'
import { scanText } from '../scan.ts'

const VALUE = 'Tr4ffic-Cone!9'

function passwords(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'PASSWORD')
    .map(({ start, end }) => text.slice(start, end))
}

describe('passwords in program options', () => {
  test.each([
    `(ConvertTo-SecureString -String "${VALUE}" -AsPlainText -Force)`,
    `net user dave ${VALUE} /add`,
    `net use Z: \\\\nas\\share /user:dave ${VALUE}`,
    `requirepass ${VALUE}`,
    `htpasswd -b .htpasswd jens ${VALUE}`,
    `keytool -list -storepass ${VALUE}`,
    `ldapsearch -x -D cn=admin -w ${VALUE} -b dc=x`,
    `smbclient //nas/share -U jens%${VALUE}`,
    `expect "Password:"\nsend "${VALUE}\\r"`,
    `sqlcmd -S . -U sa -P '${VALUE}'`,
    `echo "jens:${VALUE}" | chpasswd`,
    `mysqli_connect("localhost", "root", "${VALUE}", "shop")`,
    `WIFI:T:WPA;S:HomeNet;P:${VALUE};;`,
    `"adminPassword": { "value": "${VALUE}" }`,
    `variable "db_password" { default = "${VALUE}" }`,
    `username admin privilege 15 secret 0 ${VALUE}`,
    `CREATE USER a IDENTIFIED WITH caching_sha2_password BY '${VALUE}'`,
  ])('%s', (text) => {
    expect(passwords(text)).toEqual([VALUE])
  })

  test.each([
    'ConvertTo-SecureString -String $plain -AsPlainText -Force',
    'net user dave /active:yes',
    'htpasswd -c /etc/nginx/.htpasswd jens',
    'keytool -list -storepass $STOREPASS',
  ])('no password given: %s', (text) => {
    expect(passwords(text)).toEqual([])
  })
})

describe('passwords after words of other languages', () => {
  test.each([
    'Пароль: ',
    'пароль от роутера ',
    'パスワード：',
    '密码是',
    '비밀번호는 ',
    'Lösenordet är ',
    'Şifre: ',
  ])('%s', (lead) => {
    expect(passwords(`${lead}${VALUE}`)).toEqual([VALUE])
  })

  test.each(['Пароль: неверный', '密码：必填', 'Lösenordet är fel'])('no password named: %s', (text) => {
    expect(passwords(text)).toEqual([])
  })
})

describe('passwords after a name', () => {
  test.each([
    `we use ${VALUE} as the password`,
    `J'ai mis ${VALUE} comme mot de passe`,
    `Passwort geändert auf ${VALUE}`,
    `wifi: GuestNet / ${VALUE}`,
    `creds are admin / ${VALUE}`,
    `Credentials: root:${VALUE}`,
    `login kai, pass ${VALUE}`,
  ])('%s', (text) => {
    expect(passwords(text)).toEqual([VALUE])
  })

  test.each(['login: 10:22 / page2of3', 'credentials for staging: see https://wiki.corp.io/x1'])(
    '%s',
    (text) => {
      expect(passwords(text)).toEqual([])
    },
  )
})
