import ts from 'typescript';

/**
 * @typedef {{ name: string, place: string, what: string, start: number, end: number, before: (id: number) => string, after: string }} Mutant
 */

/**
 * Finds the changes of a source file that break one of its rules. Each change is a mutant: a range of the text, and the code to insert `before` and `after` it.
 * When all of them are inserted, the file has a switch at each range, and `globalThis.mutant` turns one of them on.
 * @param {string} file path, as the mutants are to name it
 * @param {string} text the TypeScript source
 * @returns {Mutant[]}
 */
export function findMutants(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Omit<Mutant, 'name'>[]} */
  const found = [];
  /** @param {ts.Node} node */
  const texts = (node) => node.getText(source);
  /** @param {ts.Node} node @param {string} what @param {Mutant['before']} before @param {string} after */
  const add = (node, what, before, after) => found.push({ place: placeOf(node, source), what, start: node.getStart(source), end: node.end, before, after });

  /** Adds a mutant that replaces this expression. @param {ts.Node} node @param {string} what @param {string} other */
  const instead = (node, what, other) => add(node, what, (id) => `(globalThis.mutant===${id}?(${other}):(`, '))');
  /** Adds a mutant that removes this element, argument or property. @param {ts.Node} node @param {string} what @param {string[]} brackets */
  const without = (node, what, [open, close]) => add(node, what, (id) => `...(globalThis.mutant===${id}?${open}${close}:${open}`, `${close})`);
  const elements = ['[', ']'];

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
    // Labels are not rules, so they are not mutated.
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'L') return;

    if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) property(node);
    else if (ts.isArrayLiteralExpression(node) && node.elements.some(isRuleOrWord))
      for (const element of node.elements) without(element, `without ${short(texts(element))}`, elements);
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text: called } = node.expression;
      const kept = keptArguments[called];
      if (kept !== undefined) for (const argument of node.arguments.slice(kept)) without(argument, `${called} without ${short(texts(argument))}`, elements);
    } else if (ts.isBinaryExpression(node)) {
      const other = otherOperator[node.operatorToken.kind];
      if (other) instead(node, `${short(texts(node))} with ${other}`, `${texts(node.left)} ${other} ${texts(node.right)}`);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      instead(node, `${short(texts(node))} without !`, texts(node.operand));
    else if (ts.isConditionalExpression(node))
      instead(node, `${short(texts(node.condition))} turned round`, `${texts(node.condition)} ? ${texts(node.whenFalse)} : ${texts(node.whenTrue)}`);
    else if (ts.isReturnStatement(node) && node.expression && isBoolean(node.expression))
      instead(node.expression, `returns not ${texts(node.expression)}`, `!${texts(node.expression)}`);
    ts.forEachChild(node, visit);
  };

  /** @param {ts.PropertyAssignment | ts.MethodDeclaration} node */
  const property = (node) => {
    const name = texts(node.name);
    const value = ts.isPropertyAssignment(node) ? node.initializer : undefined;
    if (name === 'to' && value && ts.isStringLiteral(value)) {
      const other = [...text.matchAll(/\bto: '([^']+)'/g)].map(([, to]) => to).find((to) => to !== value.text && to !== 'previous');
      if (other) instead(value, `to ${other}`, `'${other}'`);
    } else if ((name === 'max' || name === 'min') && value) {
      instead(value, `${texts(value)} and one more`, `${texts(value)} + 1`);
    } else if (removable.has(name) && texts(node) !== `${name}: false`) without(node, 'not there', ['{', '}']);
  };

  visit(source);
  return named(found);
}

/** The calls whose arguments are rules, with the number of leading arguments that are not. @type {Record<string, number | undefined>} */
const keptArguments = { Rules: 0, requireWhen: 1 };

/** Properties of fields and actions that a mutant removes. */
const removable = new Set([
  'required',
  'upper',
  'lines',
  'personal',
  'serverSet',
  'range',
  'within',
  'where',
  'role',
  'roles',
  'owner',
  'public',
  'finder',
  'differentFrom',
  'undoes',
  'comment',
  'toApplicant',
  'draft',
  'input',
  'partial',
  'available',
  'refuse',
  'require',
  'condition',
  'change',
  'hideOnSubmit',
]);

const Kind = ts.SyntaxKind;
/** @type {Partial<Record<ts.SyntaxKind, string>>} */
const otherOperator = {
  [Kind.EqualsEqualsEqualsToken]: '!==',
  [Kind.ExclamationEqualsEqualsToken]: '===',
  [Kind.AmpersandAmpersandToken]: '||',
  [Kind.BarBarToken]: '&&',
  [Kind.LessThanToken]: '<=',
  [Kind.LessThanEqualsToken]: '<',
  [Kind.GreaterThanToken]: '>=',
  [Kind.GreaterThanEqualsToken]: '>',
};

/** @param {ts.Node} node */
const isBoolean = (node) => node.kind === Kind.TrueKeyword || node.kind === Kind.FalseKeyword;
/** @param {ts.Node} node */
const isRuleOrWord = (node) => ts.isStringLiteral(node) || ts.isCallExpression(node) || ts.isIdentifier(node) || ts.isArrowFunction(node);
/** @param {string} text */
const short = (text) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
};

/** Returns the names around a node: class and field, constant and property. @param {ts.Node} node @param {ts.SourceFile} source */
function placeOf(node, source) {
  const names = [];
  for (let at = node; at && at !== source; at = at.parent) {
    const isNamed = [
      ts.isPropertyAssignment,
      ts.isPropertyDeclaration,
      ts.isVariableDeclaration,
      ts.isClassDeclaration,
      ts.isFunctionDeclaration,
      ts.isMethodDeclaration,
    ];
    if (isNamed.some((test) => test(at)) && 'name' in at) names.unshift(/** @type {ts.Node} */ (at.name).getText(source).replace(/['"]/g, ''));
  }
  return names.join('.') || 'file';
}

/** Names the mutants, and numbers those that would have the same name. @param {Omit<Mutant, 'name'>[]} mutants @returns {Mutant[]} */
function named(mutants) {
  const seen = new Map();
  return mutants.map((mutant) => {
    const name = `${mutant.place} › ${mutant.what}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...mutant, name: count > 1 ? `${name} (${count})` : name };
  });
}

/**
 * Returns the source with a switch at the place of each mutant.
 * @param {string} text
 * @param {(Mutant & { id: number })[]} mutants of that file, each with its `id`
 */
export function instrument(text, mutants) {
  const insertions = mutants.flatMap(({ id, start, end, before, after }, order) => [
    { at: start, opens: true, size: end - start, order, text: before(id) },
    { at: end, opens: false, size: end - start, order, text: after },
  ]);
  // At the same position ends come before starts. Outer ranges start first, and inner ranges end first.
  insertions.sort(
    (a, b) => a.at - b.at || Number(a.opens) - Number(b.opens) || (a.opens ? b.size - a.size || a.order - b.order : a.size - b.size || b.order - a.order),
  );
  let done = 0;
  let out = '';
  for (const { at, text: piece } of insertions) {
    out += text.slice(done, at) + piece;
    done = at;
  }
  return out + text.slice(done);
}
