import assert from 'node:assert/strict';
import test from 'node:test';

import { given, isGoal, join, readable, typeset, used } from '../arithmetic.js';

// random returns whole numbers from 0 to n-1, the same ones in each run.
function random(seed) {
  let at = seed;
  return n => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return Math.floor(at / 2 ** 32 * n);
  };
}

// The oracle works a calculation out from its text, as it is typed: by precedence, from left to right.

const add = ([a, b], [c, d]) => [a * d + c * b, b * d];
const subtract = ([a, b], [c, d]) => [a * d - c * b, b * d];
const multiply = ([a, b], [c, d]) => [a * c, b * d];
const divide = ([a, b], [c, d]) => [a * d, b * c];

function worth(text) {
  const tokens = text.match(/\d+|[-+*/()]/g);
  assert.equal(tokens.join(''), text);
  const level = (below, operations) => {
    let value = below();
    while (tokens[0] in operations) {
      const operation = operations[tokens.shift()];
      value = operation(value, below());
    }
    return value;
  };
  const sum = () => level(product, { '+': add, '-': subtract });
  const product = () => level(atom, { '*': multiply, '/': divide });
  const atom = () => {
    const token = tokens.shift();
    if (token !== '(') return [BigInt(token), 1n];
    const value = sum();
    assert.equal(tokens.shift(), ')');
    return value;
  };
  const value = sum();
  assert.equal(tokens.length, 0);
  return value;
}

const isEqual = ([a, b], [c, d]) => a * d === c * b;

function gcd(a, b) {
  return b ? gcd(b, a % b) : a < 0n ? -a : a;
}

test('the text of joined numbers is worth what they are, without a needless bracket', () => {
  const below = random(1);
  let refused = 0;
  for (let i = 0; i < 20000; i++) {
    const numbers = Array.from({ length: 2 + below(5) }, () => given(String(1 + below(i % 2 ? 4 : 100))));
    while (numbers.length > 1) {
      const [a] = numbers.splice(below(numbers.length), 1);
      const [b] = numbers.splice(below(numbers.length), 1);
      const sign = '+-*/'[below(4)];
      const made = join(a, sign, b);
      if (!made) {
        assert.equal(sign + b.n, '/0');
        refused++;
        numbers.push(a);
        continue;
      }
      const operation = { '+': add, '-': subtract, '*': multiply, '/': divide }[sign];
      assert.ok(isEqual([made.n, made.d], operation([a.n, a.d], [b.n, b.d])), made.text);
      assert.ok(isEqual([made.n, made.d], worth(made.text)), `${made.text} is not ${made.n}/${made.d}`);
      assert.ok(made.d > 0n && gcd(made.n, made.d) === 1n, `${made.n}/${made.d} is not in its lowest terms`);
      assert.ok(made.made);
      numbers.push(made);
    }
    checkBrackets(numbers[0].text);
  }
  assert.ok(refused > 100, 'nothing was divided by zero');
});

// withoutBrackets returns a calculation without what stands in brackets.
function withoutBrackets(text) {
  const shorter = text.replace(/\([^()]*\)/g, '');
  return shorter === text ? text : withoutBrackets(shorter);
}

// checkBrackets finds brackets around a number, around everything, and around a product that is added.
function checkBrackets(text) {
  for (let open = 0; open < text.length; open++) {
    if (text[open] !== '(') continue;
    let depth = 0;
    let close = open;
    do {
      depth += text[close] === '(' ? 1 : text[close] === ')' ? -1 : 0;
      close++;
    } while (depth > 0);
    const inner = text.slice(open + 1, close - 1);
    assert.ok(/[-+*/]/.test(inner), `${text} has brackets around a number`);
    const isWhole = open === 0 && close === text.length;
    assert.ok(!isWhole, `${text} has brackets around all of it`);
    const isProduct = !/[+-]/.test(withoutBrackets(inner));
    const before = text[open - 1] || '(';
    assert.ok(!(isProduct && '(+'.includes(before)), `${text} has brackets that it does not need`);
  }
}

test('brackets are where they change the value', () => {
  const [a, b, c] = ['7', '2', '3'].map(given);
  for (const [make, text] of [
    [() => join(join(a, '-', b), '-', c), '7-2-3'],
    [() => join(a, '-', join(b, '-', c)), '7-(2-3)'],
    [() => join(a, '-', join(b, '+', c)), '7-(2+3)'],
    [() => join(a, '+', join(b, '-', c)), '7+2-3'],
    [() => join(join(a, '+', b), '*', c), '(7+2)*3'],
    [() => join(a, '*', join(b, '/', c)), '7*2/3'],
    [() => join(a, '/', join(b, '/', c)), '7/(2/3)'],
    [() => join(a, '/', join(b, '*', c)), '7/(2*3)'],
    [() => join(a, '+', join(b, '*', c)), '7+2*3'],
    [() => join(a, '*', join(b, '+', c)), '7*(2+3)'],
  ]) assert.equal(make().text, text);
});

test('nothing is divided by zero', () => {
  const zero = join(given('3'), '-', given('3'));
  assert.equal(join(given('8'), '/', zero), null);
  assert.equal(join(zero, '/', given('8')).n, 0n);
  assert.equal(join(zero, '/', given('8')).d, 1n);
});

test('numbers are exact, however large', () => {
  let number = given('1');
  for (let i = 1; i <= 60; i++) number = join(number, '*', given(String(i)));
  for (let i = 60; i >= 1; i--) number = join(number, '/', given(String(i)));
  assert.ok(isGoal(number, '1'));
});

test('a calculation is printed with the signs of print', () => {
  assert.equal(typeset('8/(3-8/3)'), '8 ÷ (3 − 8 ÷ 3)');
  assert.equal(typeset('2*3+4'), '2 × 3 + 4');
  assert.equal(typeset('√9!^2=6'), '√9!^2=6');
  assert.equal(typeset(''), '');
  assert.equal(typeset('well-known'), 'well-known');
  assert.equal(typeset('a/b'), 'a/b');
});

test('a number is printed with a minus of print', () => {
  assert.equal(readable(-5n), '−5');
  assert.equal(readable('24'), '24');
});

test('a typed calculation uses the first free tile of each number', () => {
  assert.deepEqual(used(['3', '3', '8', '8'], '8/(3-'), [true, false, true, false]);
  assert.deepEqual(used(['3', '3', '8', '8'], '3+3+3'), [true, true, false, false]);
  assert.deepEqual(used(['1', '11'], '11+1'), [true, true]);
  assert.deepEqual(used(['1', '11'], '111'), [false, false]);
  assert.deepEqual(used(['1'], ''), [false]);
});

test('a number is the goal only if it is exactly that', () => {
  assert.ok(isGoal(given('24'), '24'));
  assert.ok(!isGoal(join(given('24'), '/', given('7')), '24'));
  assert.ok(!isGoal(join(given('1'), '-', given('25')), '24'));
  assert.ok(isGoal(join(given('48'), '/', given('2')), '24'));
});
