// Which pages there are, in which order: each names itself by its first heading.
import fs from 'node:fs'
import path from 'node:path'

const docs = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..')

const order = {
  'Learning': ['guide/getting-started', 'guide/mpi-and-reactor', 'guide/cold-operations', 'guide/order-and-matching',
    'guide/streams', 'guide/ask-and-answer', 'guide/collectives', 'guide/communicators', 'guide/topologies', 'guide/two-groups', 'guide/ports', 'guide/objects',
    'guide/derived-datatypes', 'guide/other-libraries', 'guide/buffered-mode', 'guide/partitions', 'guide/windows'],
  'Working': ['guide/testing', 'guide/simulated-jobs', 'guide/spring', 'guide/sessions', 'guide/launching', 'guide/clusters', 'guide/channels', 'guide/tuning', 'guide/errors', 'guide/failures', 'guide/members',
    'guide/observability', 'guide/diagnosis', 'guide/troubleshooting', 'guide/bring-your-program', 'guide/coming-from-c', 'guide/migrating'],
  'Knowing': ['security', 'reliability', 'performance', 'simulation', 'architecture'],
  'Looking up': ['guide/settings', 'conformance', 'wire', 'guide/meters'],
}

const titleOf = page => fs.readFileSync(path.join(docs, page + '.md'), 'utf8').match(/^# (.+)$/m)[1].replaceAll('`', '')

const pagesIn = folder => fs.readdirSync(path.join(docs, folder))
  .filter(name => name.endsWith('.md') && name !== 'README.md')
  .map(name => path.posix.join(folder, name.slice(0, -'.md'.length)))
  .sort()

const item = page => ({ text: titleOf(page), link: '/' + page })

/** The groups above; a page that none of them lists comes last, so that none is ever missing. */
export function sidebar() {
  const pages = [...pagesIn('.'), ...pagesIn('guide')]
  const groups = Object.entries(order)
    .map(([text, listed]) => ({ text, items: listed.filter(page => pages.includes(page)).map(item) }))
  const listed = new Set([...Object.values(order).flat(), 'release'])
  const more = pages.filter(page => !listed.has(page)).map(item)
  return [
    ...groups,
    ...(more.length ? [{ text: 'More', items: more }] : []),
    { text: 'Decisions', collapsed: true, items: [{ text: 'Overview', link: '/adr/' }, ...pagesIn('adr').map(item)] },
    { text: 'Project', items: [{ text: 'Contributing', link: '/project/contributing' }, { text: 'Changes', link: '/project/changelog' }, item('release')] },
  ]
}
