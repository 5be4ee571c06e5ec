// A piece put down on wood: a short knock, made here rather than downloaded.

import { changes } from "./motion.mjs";

/** @import {View} from "./contract.d.ts" */

/** @type {AudioContext | null} */
let context = null;

/**
 * Knocks once for a move, and lower for a capture.
 * @param {View} before
 * @param {View} after
 */
export function sound(before, after) {
  const change = changes(before, after);
  if (!change?.slides.length && !change?.taken.length) return;
  try {
    context ??= new AudioContext();
    knock(context, change.taken.length ? 420 : 760);
  } catch (error) {
    console.warn(error); // a browser without sound still plays
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 */
function knock(audio, pitch) {
  const now = audio.currentTime;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.06), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (audio.sampleRate * 0.008));
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 3.5 });
  const volume = new GainNode(audio, { gain: 0.9 });
  noise.connect(wood).connect(volume).connect(audio.destination);
  noise.start(now);
}
