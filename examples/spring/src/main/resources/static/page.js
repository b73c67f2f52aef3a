'use strict';

const HISTORY = 60;
const LIMITS = [1, 5, 20, 100, 500, 2000, Infinity];

const element = id => document.getElementById(id);
const grouped = number => Math.round(number).toLocaleString('en');
const short = number => number >= 100 || number === 0 ? grouped(number) : number.toFixed(1);

function trouble(text) {
  element('trouble').textContent = text;
  element('trouble').hidden = text === '';
}

// What is not read stays in the connection: the server gets no more demand, and so the ranks get none.
const reading = { batches: 0, inside: 0, darts: 0, allowance: 0, seconds: 0 };

function limit() {
  return LIMITS[element('speed').value];
}

function showLimit() {
  const most = limit();
  element('limit').textContent = most === Infinity ? 'as fast as possible' : `${grouped(most)} a second`;
}

function pause(milliseconds) {
  return new Promise(done => setTimeout(done, milliseconds));
}

async function allowed() {
  while (limit() !== Infinity && reading.allowance < 1) {
    await pause(20);
    const now = performance.now() / 1000;
    reading.allowance = Math.min(reading.allowance + (now - reading.seconds) * limit(), Math.max(1, limit() / 10));
    reading.seconds = now;
  }
  reading.allowance = limit() === Infinity ? 0 : reading.allowance - 1;
}

function take(event) {
  const batch = JSON.parse(event.slice('data:'.length));
  reading.batches++;
  reading.inside += batch.inside;
  reading.darts += batch.darts;
  latest.set(batch.rank, batch.points);
}

// A colour of its own for each rank: by the golden angle, neighbours are far apart, and any number of ranks has one.
const colour = rank => `hsl(${Math.round(rank * 137.5) % 360} 65% 50%)`;

// Some of the darts of each rank, in its colour.
const latest = new Map();
const SHOWN = 300;

function showDarts() {
  const chart = element('darts');
  chart.querySelectorAll('g').forEach(group => group.remove());
  const most = Math.floor(SHOWN / Math.max(1, latest.size));
  [...latest.entries()].sort(([one], [other]) => one - other).forEach(([rank, points]) => {
    const group = make('g', {}, chart, SVG);
    let dots = '';
    for (let at = 0; at < Math.min(points.length, 2 * most); at += 2) {
      dots += `M${points[at]} ${1000 - points[at + 1]}h0`;
    }
    make('path', { d: dots, style: `stroke: ${colour(rank)}` }, group, SVG);
  });
}

async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const parts = (rest + value).split('\n\n');
    rest = parts.pop();
    yield* parts;
  }
}

// At most this much is asked for at once, so that buffers on the way hold no more than that of what the ranks have done.
const PORTIONS_A_SECOND = 8;
let current = new AbortController();

async function readPortion(query) {
  const response = await fetch(`stream?darts=20000&points=1500${query}`, { signal: current.signal });
  for await (const event of events(response)) {
    await allowed();
    take(event);
  }
}

// Whoever moves the slider wants another pace now: what was on its way is given up, and the workers with it.
async function read() {
  for (;;) {
    const own = current;
    const most = limit();
    try {
      await readPortion(most === Infinity ? '' : `&batches=${Math.max(1, Math.round(most / PORTIONS_A_SECOND))}`);
      if (most === Infinity) {
        trouble('The stream has ended.');
        return;
      }
    } catch (error) {
      if (!own.signal.aborted) {
        trouble(`The stream has broken: ${error.message}`);
        return;
      }
    }
  }
}

function changePace() {
  showLimit();
  current.abort();
  current = new AbortController();
}

function showReading() {
  element('read').textContent = grouped(reading.batches);
  element('pi').textContent = reading.darts === 0 ? '–' : (4 * reading.inside / reading.darts).toFixed(6);
}

// Rates are differences of what the ranks have done, over the time between.
let before = null;
const rates = new Map();

function make(name, attributes, parent, space) {
  const made = space ? document.createElementNS(space, name) : document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  parent.append(made);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

function card(rank) {
  const known = element(`rank-${rank.rank}`);
  if (known) {
    return known;
  }
  const made = make('article', { id: `rank-${rank.rank}`, class: 'rank' }, element('ranks'));
  const title = make('h3', {}, made);
  const swatch = make('i', { class: 'swatch', 'aria-hidden': 'true' }, title);
  swatch.style.background = colour(rank.rank);
  title.append(`Rank ${rank.rank}`);
  make('small', {}, title);
  make('span', { class: 'number' }, made);
  made.append(' ');
  make('span', { class: 'unit' }, made).textContent = 'batches a second';
  const chart = make('svg', { viewBox: `0 0 ${HISTORY - 1} 30`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, made, SVG);
  make('line', { x1: 0, y1: 29, x2: HISTORY - 1, y2: 29 }, chart, SVG);
  make('path', {}, chart, SVG);
  return made;
}

function line(values, most) {
  return values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${HISTORY - values.length + i} ${(28 - 26 * value / most).toFixed(2)}`)
    .join('');
}

function showRank(rank, most) {
  const made = card(rank);
  const values = rates.get(rank.rank);
  made.querySelector('small').textContent = rank.pid === 0 ? 'not there' : `process ${rank.pid}`;
  made.querySelector('.number').textContent = short(values.at(-1) ?? 0);
  made.querySelector('path').setAttribute('d', line(values, most));
}

function note(rank, last, seconds) {
  const values = rates.get(rank.rank) ?? [];
  // A process that has come again begins at 0.
  values.push(Math.max(0, rank.batches - last.batches) / seconds);
  rates.set(rank.rank, values.slice(-HISTORY));
}

function showMatrix(ranks, last, seconds) {
  const table = element('matrix');
  table.replaceChildren();
  const head = make('tr', {}, table);
  make('th', {}, head);
  ranks.forEach(rank => { make('th', { scope: 'col' }, head).textContent = `to ${rank.rank}`; });
  const perSecond = ranks.map((rank, i) => rank.messages.map((count, to) => Math.max(0, count - last[i].messages[to]) / seconds));
  const most = Math.max(1, ...perSecond.flat());
  ranks.forEach((rank, from) => {
    const row = make('tr', {}, table);
    make('th', { scope: 'row' }, row).textContent = `from ${rank.rank}`;
    perSecond[from].forEach((value, to) => {
      const cell = make('td', from === to ? { class: 'self' } : {}, row);
      cell.textContent = short(value);
      cell.title = `${grouped(rank.messages[to])} messages, ${grouped(rank.bytes[to])} bytes in all`;
      const share = Math.round(100 * Math.sqrt(value / most));
      if (from !== to && share > 0) {
        cell.style.background = `color-mix(in srgb, var(--accent) ${share}%, var(--card))`;
        cell.style.color = share > 55 ? 'var(--accent-ink)' : '';
      }
    });
  });
  const sum = counts => ranks.map(counts).flat().reduce((one, other) => one + other, 0);
  element('total').textContent = `${grouped(sum(rank => rank.messages))} messages with `
    + `${grouped(sum(rank => rank.bytes))} bytes so far.`;
}

function onState(event) {
  const now = performance.now() / 1000;
  const ranks = JSON.parse(event.data);
  if (before !== null && now > before.seconds) {
    const seconds = now - before.seconds;
    ranks.forEach((rank, i) => note(rank, before.ranks[i], seconds));
    const most = Math.max(1, ...[...rates.values()].flat());
    ranks.forEach(rank => showRank(rank, most));
    showMatrix(ranks, before.ranks, seconds);
    element('pace').textContent = short((reading.batches - before.batches) / seconds);
  }
  before = { seconds: now, ranks, batches: reading.batches };
  trouble('');
}

const states = new EventSource('state');
states.onmessage = onState;
states.onerror = () => trouble('Rank 0 does not answer.');
element('speed').addEventListener('input', changePace);
showLimit();
setInterval(showReading, 100);
setInterval(showDarts, 400);
read();
