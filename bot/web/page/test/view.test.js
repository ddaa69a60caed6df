import assert from 'node:assert/strict';
import test from 'node:test';

// view.js reads the head of the page when it is loaded.
globalThis.document = { querySelector: () => null };
const { clockText, count, secondsTo, state, tookText, word } = await import('../view.js');

state.words = { points: '{n} point|{n} points', worth: 'worth {n}', greet: '{name}, {n} of {of}', none: 'no point|one point|{n} points', seconds: '{n} s', form: '{n} 分' };

test('a sentence has its arguments, and nothing where one is missing', () => {
  assert.equal(word('greet', { name: 'Ann', n: 0, of: 5 }), 'Ann, 0 of 5');
  assert.equal(word('greet', { name: '{n}', n: 1 }), '{n}, 1 of ');
  assert.equal(word('greet'), ',  of ');
  assert.equal(word('unknown', { n: 1 }), '');
});

test('one thing has the first form, and everything else the last', () => {
  assert.deepEqual([0, 1, 2, 21].map(n => count('points', n)), ['0 points', '1 point', '2 points', '21 points']);
  assert.deepEqual([0, 1, 2].map(n => count('form', n)), ['0 分', '1 分', '2 分']);
  assert.equal(count('worth', 1), 'worth 1');
  assert.equal(count('unknown', 1), '');
  assert.equal(count('greet', 1, { name: 'Ann', of: 2 }), 'Ann, 1 of 2');
});

test('a time that was taken is told in seconds, and from a minute on by a clock', () => {
  assert.deepEqual([0, 4.29, 2.3, 9.96, 10.9, 59.9, 60, 65.5, 3600].map(tookText), ['0 s', '4.2 s', '2.3 s', '9.9 s', '10 s', '59 s', '1:00', '1:05', '60:00']);
  assert.deepEqual([0, 5, 60, 605].map(clockText), ['0:00', '0:05', '1:00', '10:05']);
});

test('a clock counts by the time of the server, and ends at 0', () => {
  state.skew = 3600_000;
  const now = Date.now() + state.skew;
  assert.equal(secondsTo(now + 29_500), 30);
  assert.equal(secondsTo(now - 1), 0);
  state.skew = 0;
});
