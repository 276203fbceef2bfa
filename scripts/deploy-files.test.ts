import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { COMMANDS } from '../server/src/cli.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, 'deploy')).sort()
const operations = read('docs/operations.md')

type Yaml = string | Yaml[] | { [key: string]: Yaml }

/** Every document of a file, its values as text. */
const readYaml = (file: string): Yaml[] =>
  parseAllDocuments(file, { schema: 'failsafe' }).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS()
  })

/** A value of a document by its path, such as `spec.template`. */
const at = (document: Yaml | undefined, path: string): Yaml | undefined =>
  path.split('.').reduce<Yaml | undefined>((value, key) => {
    if (value === undefined || typeof value === 'string') return undefined
    return Array.isArray(value) ? value[Number(key)] : value[key]
  }, document)

const manifests = readYaml(read('deploy/kubernetes.yaml'))
const find = (kind: string, name: string) =>
  manifests.find((document) => at(document, 'kind') === kind && at(document, 'metadata.name') === name)

const rules = at(readYaml(read('deploy/prometheus-rules.yaml'))[0], 'groups.0.rules') as Yaml[]

describe('every file of deploy/', () => {
  test('is described in the guide to operations', () => {
    expect(files.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  })

  test('names only settings that exist', () => {
    const known = readSettings({ PORTICO_SECRET_KEY: 'k'.repeat(32), PORTICO_DEMO: '0' }).names
    const named = files.flatMap((name) => [
      ...read(`deploy/${name}`).matchAll(/\b(?:PORTICO|METRICS|DATABASE|SMTP|MAIL)_[A-Z_0-9]+\b/g),
    ])
    expect(named.length).toBeGreaterThan(5)
    expect(named.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  test.each(files.filter((name) => name.endsWith('.yaml')))('is readable as YAML: %s', (name) => {
    expect(readYaml(read(`deploy/${name}`)).length).toBeGreaterThan(0)
  })
})

describe('the Kubernetes manifest', () => {
  const pod = at(find('Deployment', 'portico'), 'spec.template.spec')

  test('prefers another node for each process, but does not require one', () => {
    const affinity = at(pod, 'affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution.0')
    expect(at(affinity, 'podAffinityTerm')).toEqual({
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: at(find('Deployment', 'portico'), 'spec.template.metadata.labels') },
    })
  })

  test('gives the metrics token to the processes, and the same one to Prometheus', () => {
    expect(at(pod, 'containers.0.envFrom')).toContainEqual({ secretRef: { name: 'portico-metrics' } })
    const [monitor] = readYaml(read('deploy/kubernetes-monitoring.yaml'))
    const credentials = { name: 'portico-metrics', key: 'METRICS_TOKEN' }
    expect(at(monitor, 'spec.endpoints.0.authorization')).toEqual({ type: 'Bearer', credentials })
    expect(at(monitor, 'spec.selector.matchLabels')).toEqual(at(find('Service', 'portico'), 'metadata.labels'))
    expect(at(monitor, 'spec.endpoints.0.port')).toBe(at(find('Service', 'portico'), 'spec.ports.0.name'))
  })

  test.each([
    ['portico-backup', 'backup '],
    ['portico-audit-verify', 'audit verify '],
  ])('runs %s every night with the login of the owner', (name, command) => {
    const job = find('CronJob', name)
    expect(at(job, 'spec.schedule')).toMatch(/^\d+ \d+ \* \* \*$/)
    const container = at(job, 'spec.jobTemplate.spec.template.spec.containers.0')
    expect([at(container, 'args')].flat().join(' ')).toContain(command)
    expect(at(container, 'envFrom')).toEqual(
      ['portico', 'portico-owner'].map((secret) => ({ secretRef: { name: secret } })),
    )
    const volumes = at(job, 'spec.jobTemplate.spec.template.spec.volumes') as Yaml[]
    const mounts = at(container, 'volumeMounts') as Yaml[]
    expect(mounts.map((mount) => at(mount, 'name'))).toEqual(volumes.map((volume) => at(volume, 'name')))
  })

  test('keeps the pods of commands out of the service', () => {
    for (const name of ['portico-backup', 'portico-audit-verify'])
      expect(at(find('CronJob', name), 'spec.jobTemplate.spec.template.metadata')).toBeUndefined()
  })

  test('claims the storage of the backups', () => {
    const volumes = at(find('CronJob', 'portico-backup'), 'spec.jobTemplate.spec.template.spec.volumes') as Yaml[]
    const claims = volumes.map((volume) => at(volume, 'persistentVolumeClaim.claimName')).filter(Boolean)
    expect(claims.map((name) => find('PersistentVolumeClaim', String(name)))).toEqual([expect.anything()])
  })
})

describe('the units of systemd', () => {
  const timers = files.filter((name) => name.endsWith('.timer'))

  test('run a command every night, with both files of its environment', () => {
    expect(timers).toEqual(['portico-audit-verify.timer', 'portico-backup.timer'])
    for (const timer of timers) {
      expect(read(`deploy/${timer}`)).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:00$/m)
      const service = read(`deploy/${timer.replace('.timer', '.service')}`)
      const [, words = ''] = /^ExecStart=.*\/opt\/portico\/bin\/portico ([a-z]+ ?[a-z]*)/m.exec(service) ?? []
      expect(COMMANDS).toContain(words.trim())
      expect(service).toContain(`--as ${timer}`)
      expect([...service.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, path]) => path)).toEqual([
        '/etc/portico/portico.env',
        '/etc/portico/commands.env',
      ])
    }
  })

  test('never give the owner’s login to the server', () => {
    expect(read('deploy/portico@.service')).not.toContain('commands.env')
    expect(read('deploy/portico.env')).not.toContain('DATABASE_OWNER_URL')
  })

  test('have the same environment as `sudo portico`', () => {
    const wrapper = read('deploy/portico-command')
    for (const name of ['portico', 'commands']) expect(wrapper).toContain(`EnvironmentFile=/etc/portico/${name}.env`)
    expect(wrapper).toMatch(/-E "SUDO_USER=\$\{SUDO_USER-\}"/)
  })
})

describe('the alert rules', () => {
  test.each([
    ['PorticoNotReady', 'portico_ready == 0', '2m'],
    ['PorticoHashesRefused', 'portico_hashes_refused_total', '5m'],
    ['PorticoBackupOld', 'command="backup"', '10m'],
    ['PorticoAuditNotVerified', 'command="audit verify"', '10m'],
    ['PorticoImportOld', 'portico_import_max_age_seconds', '10m'],
  ])('include %s', (name, expression, time) => {
    const rule = rules.find((one) => at(one, 'alert') === name)
    expect(rule).toMatchObject({ expr: expect.stringContaining(expression), for: time })
  })

  test('have a name, a severity and a summary each', () => {
    for (const rule of rules)
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^Portico[A-Z]\w+$/),
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\.$/) },
      })
    const names = rules.map((rule) => at(rule, 'alert'))
    expect(new Set(names).size).toBe(names.length)
  })
})
