import fs from 'node:fs'
import { defineConfig } from 'vitepress'
import { sidebar } from './pages.mjs'
import { copyLinkedFiles, repositoryLinks } from './repository.mjs'

// As GitHub makes them, so that a link to a heading leads there in both places.
const slugify = text => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')

// docs/README.md is an index of links for readers of the repository; the site shows this above it.
const home = {
  layout: 'home',
  hero: {
    name: 'reactive-mpi',
    text: 'MPI for the JVM, as Reactive Streams',
    tagline: 'Java programs that run as several processes, on one machine or on many, send each other numbers, objects and streams, and compute together, with no broker between them.',
    image: { src: '/ring.svg', alt: 'Six ranks in a ring, each sends to the next' },
    actions: [
      { theme: 'brand', text: 'Getting started', link: '/guide/getting-started' },
      { theme: 'alt', text: 'MPI and Reactor', link: '/guide/mpi-and-reactor' },
      { theme: 'alt', text: 'Coming from C or Python', link: '/guide/coming-from-c' },
      { theme: 'alt', text: 'Coming from Java MPI', link: '/guide/migrating' },
    ],
  },
  features: [
    { title: 'Operations are Monos', link: '/guide/cold-operations',
      details: 'isend and irecv start when they are subscribed. Await them, combine them, repeat them, give them up.' },
    { title: 'Messages in order', link: '/guide/order-and-matching',
      details: "MPI's matching by communicator, source and tag, with wildcards, in constant time at any depth." },
    { title: 'Back-pressure across ranks', link: '/guide/streams',
      details: 'A Publisher on one rank is a Flux on another. Demand crosses the link; a slow reader slows the writer.' },
    { title: 'Links that survive', link: '/reliability',
      details: 'A broken connection is opened again and resumed, without loss, repetition or reordering.' },
    { title: 'Tests without a cluster', link: '/guide/testing',
      details: 'Many ranks in one JVM, for JUnit and StepVerifier; a test that hangs says what each rank waited for.' },
    { title: 'Every channel the same', link: '/guide/channels',
      details: 'TCP, shared memory, RSocket, or one JVM: the same rules, proven by the same tests.' },
    { title: 'It says why it hangs', link: '/guide/diagnosis',
      details: 'Ranks that wait for each other for ever find that out, and print the circle, rank by rank.' },
    { title: 'At home in Spring Boot', link: '/guide/spring',
      details: 'A starter: ranks as applications, the world as a bean, methods that are called with what comes.' },
    { title: 'Nothing hidden', link: '/guide/observability',
      details: 'Meters for dashboards, a trace of every message for Perfetto, and how much each rank has sent to which.' },
  ],
}

// The project's own version comes before that of any dependency.
const project = fs.readFileSync(new URL('../../pom.xml', import.meta.url), 'utf8')
const version = project.match(/<version>([^<]+)</)[1]
const sources = project.match(/<scm[^]*?<url>([^<]+)</)[1]

// Such as /reactive-mpi/, where the site doesn't stand at the top of its host.
const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  lang: 'en',
  title: 'reactive-mpi',
  description: 'MPI message passing for the JVM as a Reactive Streams API',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: base + 'icon.svg' }]],
  srcExclude: ['node_modules/**', 'target/**'],
  outDir: 'target/site',
  cacheDir: 'target/vitepress',
  rewrites: { 'README.md': 'index.md', 'adr/README.md': 'adr/index.md' },
  cleanUrls: false,
  // Files that are copied once the pages stand; and Javadoc, which Maven puts beside them.
  ignoreDeadLinks: [/\/source\//, /^\/apidocs\//],
  markdown: {
    anchor: { slugify },
    headers: { slugify },
    toc: { slugify },
    lineNumbers: false,
    config: repositoryLinks,
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') {
      return { frontmatter: { ...page.frontmatter, ...home } }
    }
  },
  buildEnd: site => copyLinkedFiles(site.outDir),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: {
          options: {
            // Names such as MPI_Send, and words such as back-pressure, are found as wholes, and by their parts. The site's pages
            // get the text of these functions, which therefore use nothing outside of themselves.
            tokenize: text => [
              ...text.split(/[\n\r\p{Z}\p{P}]+/u),
              ...(text.match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+/gu) ?? []),
            ],
          },
          searchOptions: {
            // Whoever types a whole name wants pages that have it; those that have MPI and Send come after them.
            boostTerm: (term, i, terms) => /[_-]/.test(term) || !terms.some(other => /[_-]/.test(other)) ? 1 : 0.05,
            // Whoever looks for a word wants the guide first, then tables in which names stand beside others, and lists of tests
            // and old decisions last.
            boostDocument: page => {
              if (/^\/(#|index)|\/(adr|project|conformance)/.test(page)) return 0.5
              if (/\/guide\/(migrating|coming-from-c|settings|mpi-and-reactor\.html#\d)/.test(page)) return 1.5
              return page.includes('/guide/') ? 3 : 1
            },
          },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/getting-started', activeMatch: '/guide/(?!settings)' },
      { text: 'Settings', link: '/guide/settings' },
      { text: 'Javadoc', link: '/apidocs/index.html', target: '_self' },
      { text: version, link: '/project/changelog' },
      { text: 'Sources', link: sources },
    ],
    sidebar: sidebar(),
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'Under the Apache License 2.0.' },
  },
})
