import assert from 'node:assert/strict';
import test from 'node:test';

import { isReadable, luminance } from '../colour.js';

test('luminance is 0 for black, 1 for white, and what WCAG says between', () => {
  assert.equal(luminance('#000000'), 0);
  assert.equal(luminance('#ffffff').toFixed(9), '1.000000000');
  for (const [colour, want] of [['#ff0000', 0.2126], ['#00ff00', 0.7152], ['#0000ff', 0.0722], ['#808080', 0.21586]]) {
    assert.ok(Math.abs(luminance(colour) - want) < 1e-4, colour);
  }
});

test('a brighter grey has more luminance', () => {
  let before = -1;
  for (let n = 0; n < 256; n++) {
    const now = luminance('#' + n.toString(16).padStart(2, '0').repeat(3));
    assert.ok(now > before);
    before = now;
  }
});

test('a text needs a contrast of 4.5 to all that it stands on', () => {
  assert.ok(isReadable('#767676', '#ffffff')); // 4.54
  assert.ok(!isReadable('#777777', '#ffffff')); // 4.48
  assert.ok(isReadable('#ffffff', '#767676'));
  assert.ok(!isReadable('#767676', '#ffffff', '#f0f0f0'));
  assert.ok(!isReadable('#123456', '#123456'));
});
