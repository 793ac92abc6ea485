// How pages look: small windows, large letters, dark, forced colors; and what axe says about each.

import { SCORING, accessible, equal, point, press, shows } from '../helpers.mjs';

/** Every kind of page, and every state of the page of a game, each handed to `look` with its name. */
async function every(stage, options, look) {
  const page = await stage.open(stage.server.url, null, options);
  await look(page, 'the start page');
  await page.fill('#size', '3');
  await page.click('#make-button');
  await page.locator('#size-error').waitFor();
  await look(page, 'the start page with a fault');
  await page.fill('#size', '9');
  await page.click('#make-button');
  await page.locator('#open').waitFor();
  await look(page, 'a game has been made');
  await page.click('#open');
  await page.locator('#opponent-link').waitFor();
  await look(page, 'a board with the link for the opponent');
  await page.goto(`${stage.server.url}/g/nothing`);
  await look(page, 'not found');
  const game = await stage.server.game({ size: 9, moves: 'E5', mail: true });
  await page.goto(await stage.server.stopLink(game));
  await look(page, 'stop mails');
  await page.goto(game.white);
  await look(page, 'your turn');
  await press(page, point('E5'));
  await shows(page, { bubble: /There is a stone/ });
  await look(page, 'a refused point');
  await press(page, point('D4'));
  await shows(page, { play: 'on' });
  await look(page, 'a chosen point');
  await press(page, '#pass');
  await shows(page, { dialog: /Pass/ });
  await look(page, 'a question');
  await page.goto(game.black);
  await look(page, 'waiting');
  const scored = await stage.server.game({ size: 5, moves: SCORING });
  await page.goto(scored.black);
  await press(page, point('B3'));
  await shows(page, { score: /Dead stones 1 0/ });
  await look(page, 'scoring');
  await press(page, '#suggest');
  await shows(page, { notes: /asked for a suggestion/, score: /Dead stones 1 1/ });
  await look(page, 'a suggestion');
  await scored.ask('white', 'done');
  await shows(page, { state: 'opponent_is_done' });
  await look(page, 'the opponent is done');
  await page.goto(scored.white);
  await look(page, 'you are done');
  await scored.ask('black', 'done');
  await shows(page, { state: 'game_finished' });
  await look(page, 'the end');
  await page.goto(`${scored.white}?move=9`);
  await look(page, 'an earlier position');
  const open = await stage.server.game({ size: 5, moves: 'C1 E1 C2 E2 C3 E3 C4 E4 C5 E5 D1 D5 pass pass' });
  await page.goto(open.black);
  await look(page, 'an open border');
  await page.goto(`${game.black}?move=0&point=C3`);
  await shows(page, { bubble: /before the first move/ });
  await look(page, 'a click on an earlier position');
  await page.goto(scored.spectators);
  await look(page, 'a spectator');
}

const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

async function axe(stage) {
  await every(stage, {}, accessible);
  if (stage.long) await every(stage, { colorScheme: 'dark' }, accessible);
}

async function axePhone(stage) {
  await every(stage, { ...PHONE, colorScheme: 'dark' }, accessible);
  if (stage.long) await every(stage, PHONE, accessible);
}

/** Half the window's width at twice the size is what a browser does at 200 %; 320 is 1280 at 400 %; 780 is a phone on its side. */
const zoomed = stage => Promise.all((stage.long ? [[640, 400], [320, 640], [780, 360]] : [[320, 640], [780, 360]]).map(([width, height]) => every(stage, { viewport: { width, height }, deviceScaleFactor: 2 }, async (page, what) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  equal(wide, 0, `${what}, ${width} pixels: too wide by`);
  const cut = await page.evaluate(() => [...document.querySelectorAll('button:not(.points *), .button, #status, p, td, th')]
    .filter(one => one.checkVisibility() && !one.closest('.sr, .list, .bubble') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline')
    .map(one => one.id || one.textContent.trim().slice(0, 30)));
  equal(cut, [], `${what}, ${width} pixels: what is cut off`);
})));

/** How bright a page is at the middle of these points, from 0 to 255; for `/D4` between D4 and its neighbors. */
async function brightness(stage, page, names) {
  const places = [];
  for (const name of names) {
    const box = await page.locator(point(name.replace('/', ''))).boundingBox();
    const middle = name.startsWith('/') ? 0 : 0.5;
    places.push([box.x + box.width * middle, box.y + box.height * middle].map(Math.round));
  }
  await page.mouse.move(0, 0);
  const picture = (await page.screenshot()).toString('base64');
  stage.blank ??= await (await stage.context()).newPage();
  return stage.blank.evaluate(async ([picture, places]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return places.map(([x, y]) => { const [r, g, b] = pen.getImageData(x, y, 1, 1).data; return Math.round(0.3 * r + 0.6 * g + 0.1 * b); });
  }, [picture, places]);
}

async function colors(stage) {
  const looks = [{}, { colorScheme: 'dark', reducedMotion: 'reduce' }, { forcedColors: 'active', colorScheme: 'dark' }];
  if (stage.long) looks.push({ colorScheme: 'dark' }, { forcedColors: 'active' }, { reducedMotion: 'reduce' });
  const game = await stage.server.game({ size: 9, moves: 'D4 F6 D5 F5' });
  const scored = await stage.server.game({ size: 5, moves: SCORING });
  await scored.mark('black', 'B3');
  await scored.mark('white', 'E3');
  for (const look of looks) {
    const page = await stage.open(game.black, null, look);
    // D5 and F6 are not the last move, which has a ring.
    const [black, white, wood] = await brightness(stage, page, ['D5', 'F6', '/C8']);
    const what = JSON.stringify(look);
    equal([black < 80, white > 200, wood > black + 60, wood < white - 40], [true, true, true, true], `${what}: black ${black}, white ${white}, wood ${wood}`);
    await press(page, point('E3'));
    await shows(page, { play: 'on' });
    const outline = await page.evaluate(() => getComputedStyle(document.querySelector('.chosen'), '::before').borderTopStyle);
    equal(outline, 'dashed', `${what}: the chosen point`);
    // Territory is a small square of its owner's color, a dead stone has a cross of the other color.
    await page.goto(scored.black);
    const [ours, theirs, dead, alive] = await brightness(stage, page, ['A1', 'E1', 'B3', 'D1']);
    equal([ours < 90, theirs > 190, alive > 200, dead < alive - 60], [true, true, true, true], `${what}: territory ${ours} and ${theirs}, dead ${dead}, alive ${alive}`);
    await press(page, point('E3'));
    await shows(page, { changed: changed => changed.includes('E3') });
    const motion = await page.evaluate(() => getComputedStyle(document.querySelector('.changed'), '::after').animationName);
    equal(motion, look.reducedMotion ? 'none' : 'changed', `${what}: what flashes`);
    await scored.mark('black', 'E3');
    await page.context().close();
  }
}

export default {
  'axe finds nothing serious': axe,
  'axe finds nothing serious on a phone in the dark': axePhone,
  'letters of 200 and 400 %, a phone on its side': zoomed,
  'colors: light, dark, forced, without motion': colors,
};
