import type { Candidate } from '../finding.ts'
import { isPlaceholderValue } from './secret-value.ts'

interface Command {
  /** A text without this has none of them. */
  readonly within: RegExp
  readonly form: RegExp
  /** What precedes it on its line. */
  readonly programs?: RegExp
}

/** What programs are given on a command line: `mysql -pX`, `sshpass -p X`, `curl -u name:X`. */
const COMMANDS: readonly Command[] = [
  {
    within: /mysql|mariadb|sshpass|zip|7z/i,
    form: /(?<=\s-p)(["'])([^\s"']{4,64})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|7z|zip|unzip)\s/,
  },
  {
    within: /mysql|mariadb|sshpass/i,
    form: /(?<=\s-p)()([^\s"'=-][^\s"']{5,63})(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\s/,
  },
  {
    within: /sshpass/i,
    form: /(?<=\s-p )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])sshpass\s-p\s$/,
  },
  {
    within: /curl|wget|http|xh/i,
    form: /(?<=\s(?:-u|--user)[ =]["']?[\w.@+-]{1,64}:)()([^\s"':/@][^\s"']{3,63})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])(?:curl|wget|http|https|xh)\s/,
  },
  {
    within: /redis-cli/i,
    form: /(?<=\s-a )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])redis-cli\s/,
  },
  {
    within: /login/i,
    form: /(?<=\s-p )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:docker|podman|az|oc|helm registry)\slogin\s/,
  },
  { within: /sudo/i, form: /(?<=\secho )(["'])([^\s"']{4,64})\1(?=\s\|\ssudo\s-S)/g },
  { within: /sudo/i, form: /(?<=^echo )(["'])([^\s"']{4,64})\1(?=\s\|\ssudo\s-S)/gm },
  { within: /identified/i, form: /(?<=\bIDENTIFIED (?:WITH \w{1,40} )?BY )(["'])([^\s"']{4,64})\1/gi },
  { within: /set password/i, form: /(?<=\bSET PASSWORD[^\n]{0,60}PASSWORD\()(["'])([^\s"']{4,64})\1/gi },
  {
    within: /convertto/i,
    form: /(?<=ConvertTo-SecureString\s(?:-(?:String|AsPlainText|Force)\s){0,3})(["'])([^"'\n]{4,64})\1/gi,
  },
  {
    within: /net1? user/i,
    form: /(?<=\bnet1? user ["']?[\w.-]{1,32}["']? )(["']?)(?=[^\s"']{0,64}[\d!@#$%])([^\s"'/*]{4,64})\1(?=\s|$)/gi,
  },
  {
    within: /net use/i,
    form: /(?<=\bnet use [^\n]{0,60}\/u(?:ser)?:[\w.\\-]{1,40} )(["']?)([^\s"'/*][^\s"']{3,63})\1(?=\s|$)/gi,
  },
  {
    within: /requirepass|masterauth/i,
    form: /(?<=^\s{0,4}(?:requirepass|masterauth) )(["']?)([^\s"']{4,128})\1(?=\s|$)/gm,
  },
  {
    within: /htpasswd/i,
    form: /(?<=\bhtpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} [^\s]{1,60} [\w.@-]{1,40} )(["']?)([^\s"']{4,64})\1(?=\s|$)/g,
  },
  {
    within: /pass /i,
    form: /(?<=\s-(?:src|dest)?(?:store|key|trust)pass )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
  },
  { within: /psk=/i, form: /(?<=(?:^|[\s_])psk=)(["'])([^"'\n]{8,63})\1/gim },
  { within: /psk/i, form: /(?<=:\s?PSK )(["'])([^"'\n]{6,64})\1/g },
  {
    within: /wpa_passphrase/i,
    form: /(?<=\bwpa_passphrase ["']?[\w.-]{1,32}["']? )(["']?)([^\s"']{8,63})\1(?=\s|$)/g,
  },
  {
    within: /send/i,
    form: /(?<=assword[^\n]{0,20}\n[^\n]{0,8}send(?:line)? ["'])()([^"'\n\\]{4,64})(?=\\[rn]|["'])/g,
  },
  {
    within: /smb|rpc|net|wmi|winexe/i,
    form: /(?<=\s-U ["']?[\w.\\/-]{1,40}%)()([^\s"'%]{4,64})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])(?:smbclient|rpcclient|smbget|net|wmic|winexe|smbmap)\s/,
  },
  {
    within: /ldap/i,
    form: /(?<=\s-w )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])ldap(?:search|modify|add|delete|passwd|whoami)\s/,
  },
  {
    within: /sqlcmd|bcp|ipmitool|mosquitto|zip|tsql/i,
    form: /(?<=\s-P ?)(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:sqlcmd|bcp|ipmitool|mosquitto_(?:pub|sub)|zip|unzip|tsql)\s/,
  },
  {
    within: /mongo|rdesktop|winrm|freerdp|mysql_config|cqlsh|clickhouse/i,
    form: /(?<=\s-p )(["']?)(?=[^\s"']{0,64}\D)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs:
      /(?:^|[\s;|&(])(?:mongo|mongosh|mongodump|mongorestore|rdesktop|evil-winrm|xfreerdp|mysql_config_editor|cqlsh|clickhouse-client)\s/,
  },
  {
    within: /plink|pscp|psftp|putty/i,
    form: /(?<=\s-pw )(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:plink|pscp|psftp|putty)(?:\.exe)?\s/,
  },
  {
    within: /freerdp/i,
    form: /(?<=\s\/p:)(["']?)([^\s"'-][^\s"']{3,63})\1(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])[wx]?freerdp\s/,
  },
  {
    within: /http|xh/i,
    form: /(?<=\s(?:-a|--auth)[ =]["']?[\w.@+-]{1,64}:)()([^\s"':/@][^\s"']{3,63})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])(?:http|https|xh)\s/,
  },
  {
    within: /curl/i,
    form: /(?<=\s(?:-U|--proxy-user)[ =]["']?[\w.@+-]{1,64}:)()([^\s"':/@][^\s"']{3,63})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])curl\s/,
  },
  {
    within: /lftp/i,
    form: /(?<=\s-u ["']?[\w.@+-]{1,64},)()([^\s"',][^\s"']{3,63})(?=["'\s]|$)/g,
    programs: /(?:^|[\s;|&(])lftp\s/,
  },
  {
    within: /passwd|cryptsetup|docker login|su/i,
    form: /(?<=\b(?:echo|printf)(?: -n)? ["'](?:[\w.-]{1,32}:)?)()([^\s"':]{4,64})(?=(?:\\n)?["'] ?\| ?(?:sudo )?(?:chpasswd|passwd --stdin|cryptsetup|docker login|su\b))/g,
  },
  {
    within: /enable|username/i,
    form: /(?<=(?:^|\n)\s{0,4}(?:enable|username \S{1,32}(?: privilege \d{1,2})?) (?:secret|password) (?:0 )?)()([^\s"']{4,64})(?=\s|$)/g,
  },
  {
    within: /sqlplus/i,
    form: /(?<=\bsqlplus (?:-\w+ ){0,2}[\w$]{1,30}\/)(["']?)([^\s"'@/]{4,64})\1(?=@|\s|$)/gi,
  },
  {
    within: /7z|rar/,
    form: /(?<=\s-(?:h?p))()([^\s"'=-][^\s"']{3,63})(?=\s|$)/g,
    programs: /(?:^|[\s;|&(])(?:7za?|rar|unrar)\s/,
  },
  {
    within: /snmp/i,
    form: /(?<=\s(?:auth (?:sha|md5|sha-?\d{3})|priv (?:aes(?: \d{3})?|des|3des)) )()([^\s"']{8,64})(?=\s|$)/gi,
  },
  {
    within: /connect|mysqli/i,
    form: /(?<=(?:getConnection|mysqli|mysqli?_p?connect|new PDO)\(\s?(?:["'][^"'\n]{0,90}["']|\$?[\w.]{1,30})\s?,\s?(?:["'][^"'\n]{0,60}["']|\$?[\w.]{1,30})\s?,\s?)(["'])([^"'\n]{4,64})\1/g,
  },
  {
    within: /login\(|auth|credential/i,
    form: /(?<=(?:\.login|ftp_login|HTTPBasicAuth|basicAuth|basic_auth|[Cc]redentials?|auth\s?=\s?|\.authenticate|\.auth)\(\s?["'][^"'\n]{1,60}["']\s?,\s?)(["'])([^"'\n]{4,64})\1/g,
  },
]
const LONGEST_LINE = 128

/** Passwords among the options of programs. */
export function findInCommands(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { within, form, programs } of COMMANDS) {
    if (!within.test(text)) continue
    for (const match of text.matchAll(form)) {
      const value = match[2] ?? ''
      const line = text.slice(Math.max(0, match.index - LONGEST_LINE), match.index)
      const command = line.slice(line.lastIndexOf('\n') + 1)
      if (programs?.test(command) === false || isPlaceholderValue(value)) continue
      const start = match.index + (match[1] ?? '').length
      found.push({ start, end: start + value.length, confidence: 0.8 })
    }
  }
  return found
}
