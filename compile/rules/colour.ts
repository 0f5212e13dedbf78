/** Colors of a theme: each is one, and what is read on another can be read. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { entries, isObject, text } from '../json-types.ts';

/** WCAG 2.2, 1.4.3: text of any size. */
const LEAST = 4.5;
/** Text, and what it stands on. */
const READ: readonly (readonly [string, string])[] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['onPrimary', 'primary'],
  ['onHeader', 'header'],
];
const COLOR = /^(#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|color)\(.+\))$/i;
/** The words of CSS Color 4 for colors. */
const NAMED = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown ' +
    'burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson currentcolor cyan ' +
    'darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen ' +
    'darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey ' +
    'darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite ' +
    'forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink ' +
    'indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral ' +
    'lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen ' +
    'lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta ' +
    'maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue ' +
    'mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin ' +
    'navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen ' +
    'paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red ' +
    'rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue ' +
    'slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet ' +
    'wheat white whitesmoke yellow yellowgreen '
  )
    .trim()
    .split(' '),
);

export const RULE: CompileRule = {
  codes: ['colour'],
  severity: 'concern',
  says: 'A color of a theme is none, or text cannot be read on what it stands on: their contrast is under 4.5 (WCAG 2.2, 1.4.3).',
  remedy: 'Write #rrggbb; make the text darker or what it stands on lighter, or the other way about.',
  bad: [
    [
      'brands/elm/theme.json',
      '{ "color": { "primary": "#12355b", "onPrimary": »"#7788a0" }, "font": {}, "radius": {} }',
    ],
  ],
  good: [
    [
      'brands/elm/theme.json',
      '{ "color": { "primary": "#12355b", "onPrimary": "#ffffff" }, "font": {}, "radius": {} }',
    ],
  ],
  *find({ source }) {
    for (const { theme } of Object.values(source.brands)) {
      const colors = theme['color'];
      if (!isObject(colors)) continue;
      for (const [name, color] of entries(colors))
        if (typeof color === 'string' && !COLOR.test(color) && !NAMED.has(color.toLowerCase()))
          yield at(colors, name, { message: `"${color}" is no color.`, fix: 'Write #rrggbb, such as #12355b.' });
      for (const [front, back] of READ) {
        const [light, dark] = [luminance(text(colors[front])), luminance(text(colors[back]))];
        if (light === undefined || dark === undefined) continue;
        const ratio = (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05);
        if (ratio < LEAST)
          yield at(colors, front, {
            message: `"${front}" on "${back}" has a contrast of ${ratio.toFixed(2)}: it cannot be read by everybody. At least ${LEAST} is needed.`,
            fix: `Make "${front}" ${light > dark ? 'lighter' : 'darker'}, or "${back}" ${light > dark ? 'darker' : 'lighter'}.`,
          });
      }
    }
  },
};

/** Relative luminance of #rgb or #rrggbb, 0 to 1; undefined for what is written otherwise. */
function luminance(color: string | undefined): number | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color ?? '');
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(
    short
      ? `#${short
          .slice(1)
          .map((one) => one + one)
          .join('')}`
      : (color ?? ''),
  );
  if (!found) return undefined;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
